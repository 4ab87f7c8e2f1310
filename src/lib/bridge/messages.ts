import * as v from 'valibot'

/** All messages between a page and the desktop app that shows it (ADR-084). None is secret. */

/** A path on this site with at most one short parameter. */
const SitePath = v.pipe(v.string(), v.regex(/^\/(?!\/)[A-Za-z0-9/_-]{0,200}(?:\?[a-z]{1,16}=[A-Za-z0-9_-]{1,64})?$/))
const Pixels = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000))
const Unread = v.pipe(v.number(), v.integer(), v.minValue(0))

/** Messages from a page to its host. Unknown fields are refused. */
export const ToHost = v.variant('type', [
  v.strictObject({ type: v.literal('ready'), page: v.picklist(['stand-message', 'pc-notice-alert']) }),
  /** Count for the badge of the app. */
  v.strictObject({ type: v.literal('unread'), count: Unread }),
  /** Requested height of the page. */
  v.strictObject({ type: v.literal('resize'), height: Pixels }),
  /** Opens an address of this site in the browser. */
  v.strictObject({ type: v.literal('open'), path: SitePath }),
  /** Nothing is left to read. */
  v.strictObject({ type: v.literal('close') }),
])
export type ToHost = v.InferOutput<typeof ToHost>

/** Messages from a host to a page. */
export const FromHost = v.variant('type', [
  v.strictObject({ type: v.literal('refresh') }),
  v.strictObject({ type: v.literal('theme'), theme: v.picklist(['day', 'night']) }),
  v.strictObject({ type: v.literal('language'), language: v.picklist(['en', 'zh']) }),
])
export type FromHost = v.InferOutput<typeof FromHost>

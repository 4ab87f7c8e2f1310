import * as v from 'valibot'

/** All that a page and the desktop app that shows it ever say to each other (ADR-084). None of it is a secret. */

/** An address of this site: a path, and at most one short parameter. */
const SitePath = v.pipe(v.string(), v.regex(/^\/(?!\/)[A-Za-z0-9/_-]{0,200}(?:\?[a-z]{1,16}=[A-Za-z0-9_-]{1,64})?$/))
const Pixels = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000))
const Unread = v.pipe(v.number(), v.integer(), v.minValue(0))

/** What a page tells its host. Nothing else leaves: whatever more an object has is refused. */
export const ToHost = v.variant('type', [
  v.strictObject({ type: v.literal('ready'), page: v.picklist(['stand-message', 'pc-notice-alert']) }),
  /** For the badge of the app. */
  v.strictObject({ type: v.literal('unread'), count: Unread }),
  /** How high the page would like to be. */
  v.strictObject({ type: v.literal('resize'), height: Pixels }),
  /** Asks for an address of this site to be opened in the browser. */
  v.strictObject({ type: v.literal('open'), path: SitePath }),
  /** There is nothing more to be read. */
  v.strictObject({ type: v.literal('close') }),
])
export type ToHost = v.InferOutput<typeof ToHost>

/** What a host may ask of a page. */
export const FromHost = v.variant('type', [
  v.strictObject({ type: v.literal('refresh') }),
  v.strictObject({ type: v.literal('theme'), theme: v.picklist(['day', 'night']) }),
  v.strictObject({ type: v.literal('language'), language: v.picklist(['en', 'zh']) }),
])
export type FromHost = v.InferOutput<typeof FromHost>

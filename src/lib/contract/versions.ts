import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Count, nothing, UnixSeconds } from './fields.ts'

export const Release = v.object({
  platform: v.picklist(['windows', 'android']),
  version: v.string(),
  fileName: v.string(),
  url: v.string(),
  size: Count,
  sha256: v.string(),
  notes: v.string(),
  notesZh: v.string(),
  publishedAt: UnixSeconds,
})
export type Release = v.InferOutput<typeof Release>

/** The newest PC miner and mobile package; absent when an operator has published none. */
export const lastVersion = endpoint('/version/lastVersion', {
  auth: false,
  request: nothing,
  reply: v.object({ windows: v.nullable(Release), android: v.nullable(Release) }),
})

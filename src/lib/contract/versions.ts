import * as v from 'valibot'
import { endpoint, publicRead } from './endpoint.ts'
import { Count, NoFields, UnixSeconds } from './fields.ts'

export const Release = v.object({
  platform: v.picklist(['windows', 'android']),
  version: v.string(),
  /** File name for saving. */
  fileName: v.string(),
  url: v.string(),
  size: Count,
  sha256: v.string(),
  notes: v.string(),
  notesZh: v.string(),
  publishedAt: UnixSeconds,
})
export type Release = v.InferOutput<typeof Release>

const Newest = v.object({ windows: v.nullable(Release), android: v.nullable(Release) })

/** The newest PC miner and mobile package; absent if none is published. */
export const lastVersion = endpoint('/version/lastVersion', {
  auth: false,
  request: NoFields,
  reply: Newest,
})

/** The same for public pages, which do not seal. */
export const releasesRead = publicRead('/releases', Newest)

/** Under `/downloads/`: redirects to the newest package of a platform, so that a page without script can link to it. */
export const newestPackage = (platform: Release['platform']): string => `/downloads/latest/${platform}`

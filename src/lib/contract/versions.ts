import * as v from 'valibot'
import { endpoint, publicRead } from './endpoint.ts'
import { Count, NoFields, UnixSeconds } from './fields.ts'

/**
 * A file of a release: an installer, a package of a distribution, an archive that needs no installation, or the engine for graphics
 * cards, which the miner of the release uses.
 */
const ReleaseFile = v.object({
  form: v.picklist(['setup', 'package', 'archive', 'gpu']),
  architecture: v.picklist(['x64', 'arm64']),
  fileName: v.string(),
  url: v.string(),
  size: Count,
  sha256: v.string(),
  /** Whether its publisher has signed it; absent where that is not known. */
  signed: v.optional(v.boolean()),
})
export type ReleaseFile = v.InferOutput<typeof ReleaseFile>

export const Release = v.object({
  platform: v.picklist(['windows', 'linux', 'mac', 'android']),
  version: v.string(),
  /** File name for saving. */
  fileName: v.string(),
  url: v.string(),
  size: Count,
  sha256: v.string(),
  notes: v.string(),
  notesZh: v.string(),
  publishedAt: UnixSeconds,
  /** All files, the one above among them; absent where there is only that one. */
  files: v.optional(v.array(ReleaseFile)),
})
export type Release = v.InferOutput<typeof Release>

/** Another service may know neither `linux` nor `mac`. */
const Newest = v.object({
  windows: v.nullable(Release),
  android: v.nullable(Release),
  linux: v.nullish(Release),
  mac: v.nullish(Release),
})

/** The newest PC miner of each system and the newest mobile package; null if none is published. */
export const lastVersion = endpoint('/version/lastVersion', {
  auth: false,
  request: NoFields,
  reply: Newest,
})

/** The same for public pages, which do not seal. */
export const releasesRead = publicRead('/releases', Newest)

/** Under `/downloads/`: redirects to the newest package of a platform, so that a page without script can link to it. */
export const newestPackage = (platform: Release['platform']): string => `/downloads/latest/${platform}`

/** The same for one of several files of a release. */
export const newestFile = (platform: Release['platform'], file: Pick<ReleaseFile, 'form' | 'architecture'>): string =>
  `${newestPackage(platform)}?${new URLSearchParams({ form: file.form, architecture: file.architecture })}`

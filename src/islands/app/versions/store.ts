import { atom, computed } from 'nanostores'
import { lastVersion, type Release } from '#lib/contract/versions.ts'
import { systemOf } from '#lib/text/system-name.ts'
import { createResource } from '../core/calls/resource.ts'

/** The newest miner of each system and the newest mobile package. */
export const $release = createResource(lastVersion, { $payload: atom({}) })

type Platform = Release['platform']
const platforms: readonly Platform[] = ['windows', 'mac', 'linux', 'android']

/** The platform that the visitor's own system runs; undefined on an iPhone, an old Windows and what is not known. */
export function ownPlatform(): Platform | undefined {
  const system = systemOf(navigator.userAgent)
  return platforms.find((platform) => platform === system)
}

/** The program for the visitor's own system; undefined if none is published. */
export const $ownRelease = computed($release, ({ data }) => {
  const own = ownPlatform()
  return (own && data?.[own]) ?? undefined
})

/** The visitor's own system first, published or not, then the others that have a release. */
export function offeredPlatforms(
  releases: Partial<Record<Platform, Release | null | undefined>>,
  own: Platform | undefined,
): { platform: Platform; release: Release | undefined }[] {
  return [...platforms]
    .sort((one, other) => Number(other === own) - Number(one === own))
    .map((platform) => ({ platform, release: releases[platform] ?? undefined }))
    .filter(({ platform, release }) => release !== undefined || platform === own)
}

/** Whether one file suits every visitor; files for several processors are chosen from on the download page. */
export const suitsAll = ({ files = [] }: Release): boolean =>
  new Set(files.map(({ architecture }) => architecture)).size < 2

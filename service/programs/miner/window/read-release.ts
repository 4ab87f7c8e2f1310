import * as v from 'valibot'
import { type Release, releasesRead } from '#lib/contract/versions.ts'
import { platformOf } from './release-choice.ts'

const TIMEOUT_MS = 15_000

export const CHECK_MS = 12 * 3_600_000

/** Reads the newest release for this system; undefined where none is published. Throws where the service does not tell. */
export type ReadRelease = () => Promise<Release | undefined>

async function readRelease(service: string): Promise<Release | undefined> {
  const response = await fetch(`${service}/api${releasesRead.path}`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  const releases = v.parse(releasesRead.reply, await response.json())
  const platform = platformOf(process.platform)
  return (platform && releases[platform]) ?? undefined
}

/** Those who read at the same time share one request. */
export function createReleaseReader(service: string): ReadRelease {
  let pending: Promise<Release | undefined> | undefined
  return () => {
    pending ??= readRelease(service).finally(() => {
      pending = undefined
    })
    return pending
  }
}

import { lastVersion } from '#lib/contract/versions.ts'
import type { Calls } from '../../http/calls.ts'
import { latestRelease } from './queries.ts'

export function versionRoutes(calls: Calls): void {
  calls.on(lastVersion, async ({ ctx }) => ({
    windows: await latestRelease(ctx.db, 'windows'),
    android: await latestRelease(ctx.db, 'android'),
  }))
}

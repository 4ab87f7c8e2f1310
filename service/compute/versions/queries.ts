import type { Release } from '#lib/contract/versions.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Database } from '#service/platform/db/open.ts'
import { savedName } from '#service/site/downloads/packages.ts'

/** The newest release of a platform, by its time of publication. */
export async function latestRelease(db: Database, platform: Release['platform']): Promise<Release | null> {
  const row = await db
    .selectFrom('releases')
    .selectAll()
    .where('platform', '=', platform)
    .orderBy('published_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  return {
    platform: row.platform,
    version: row.version,
    fileName: savedName(row.file_name),
    url: row.url,
    size: Number(row.size),
    sha256: row.sha256,
    notes: row.notes,
    notesZh: row.notes_zh,
    publishedAt: unixSeconds(row.published_at),
  }
}

/** The newest release of every platform. */
export const latestReleases = async (db: Database) => ({
  windows: await latestRelease(db, 'windows'),
  android: await latestRelease(db, 'android'),
})

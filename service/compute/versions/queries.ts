import type { Release } from '#lib/contract/versions.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Database } from '#service/platform/db/open.ts'
import { packageUrl, savedName } from '#service/site/downloads/packages.ts'

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
    ...(await filesOf(db, row.id)),
  }
}

/** The files of a release in the order of their names; nothing where it has a single one. */
async function filesOf(db: Database, id: string): Promise<Pick<Release, 'files'>> {
  const rows = await db
    .selectFrom('release_files')
    .selectAll()
    .where('release_id', '=', id)
    .orderBy('file_name')
    .execute()
  if (rows.length === 0) return {}
  const files = rows.map(({ form, architecture, file_name: fileName, size, sha256, signed }) => ({
    ...{ form, architecture, fileName, url: packageUrl(fileName), size: Number(size), sha256 },
    ...(signed !== null && { signed }),
  }))
  return { files }
}

/** The newest release of every platform. */
export const latestReleases = async (db: Database) => ({
  windows: await latestRelease(db, 'windows'),
  android: await latestRelease(db, 'android'),
  linux: await latestRelease(db, 'linux'),
  mac: await latestRelease(db, 'mac'),
})

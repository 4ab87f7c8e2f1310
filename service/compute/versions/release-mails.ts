import type { ParsedRequestOf } from '#lib/contract/endpoint.ts'
import type { subscribeToRelease } from '#lib/contract/release-mails.ts'
import { utcDate } from '#lib/time/format.ts'
import { queueLetter, writeLetter } from '#service/messaging/mail/letters.ts'
import { pageAddress } from '#service/messaging/mail/page-address.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { latestReleases } from './queries.ts'

/** Mails of one transaction. */
const BATCH = 100
const names = {
  windows: ['PC miner for Windows', 'Windows 客户端'],
  linux: ['PC miner for Linux', 'Linux 客户端'],
  mac: ['PC miner for macOS', 'macOS 客户端'],
  android: ['Android app', 'Android 应用'],
} as const

/** Saves an address until the package is published; a repeated request changes nothing. Spend the rate limits first. */
export async function saveReleaseMail(
  ctx: Context,
  request: ParsedRequestOf<typeof subscribeToRelease>,
): Promise<void> {
  await ctx.db
    .insertInto('release_mails')
    .values({ ...request, asked_at: new Date(ctx.clock.now()) })
    .onConflict((conflict) => conflict.columns(['platform', 'email']).doNothing())
    .execute()
}

/** Number of addresses that wait for the package of a platform. */
export async function countReleaseMails(
  db: Database,
  platform: ParsedRequestOf<typeof subscribeToRelease>['platform'],
): Promise<number> {
  const { count } = await db
    .selectFrom('release_mails')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('platform', '=', platform)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Mails everybody who waits for a published package, once, because an address is deleted in the transaction of its mail. */
export async function mailReleases(ctx: Context): Promise<void> {
  for (const release of Object.values(await latestReleases(ctx.db)))
    while (release !== null && (await mailBatch(ctx, release)) === BATCH);
}

type Release = NonNullable<Awaited<ReturnType<typeof latestReleases>>['windows']>

async function mailBatch(ctx: Context, { platform, version }: Release): Promise<number> {
  return ctx.db.transaction().execute(async (db) => {
    const rows = await db
      .selectFrom('release_mails')
      .selectAll()
      .where('platform', '=', platform)
      .orderBy('asked_at')
      .limit(BATCH)
      .forUpdate()
      // Skips the rows that another node is mailing.
      .skipLocked()
      .execute()
    for (const { email, lang, asked_at } of rows) {
      const [name, nameZh] = names[platform]
      const day = utcDate(unixSeconds(asked_at))
      const page = `${pageAddress(ctx, lang, '/download')}#${platform}`
      const letter = writeLetter(ctx, { to: email, lang, kind: 'release' }, { name, nameZh, version, day, page })
      await queueLetter(ctx, db, letter)
      await db.deleteFrom('release_mails').where('platform', '=', platform).where('email', '=', email).execute()
    }
    return rows.length
  })
}

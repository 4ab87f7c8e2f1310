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
const names = { windows: ['PC miner for Windows', 'Windows 客户端'], android: ['Android app', 'Android 应用'] } as const

/** Keeps an address until the package is there. Whoever asks again asks once; the budgets are spent before. */
export async function keepAsked(ctx: Context, asked: ParsedRequestOf<typeof subscribeToRelease>): Promise<void> {
  await ctx.db
    .insertInto('release_mails')
    .values({ ...asked, asked_at: new Date(ctx.clock.now()) })
    .onConflict((conflict) => conflict.columns(['platform', 'email']).doNothing())
    .execute()
}

/** How many wait for the package of a platform. */
export async function countAsked(
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

/** Tells everybody who waits for a package that is published, each once: the address goes in the transaction of its mail. */
export async function tellReleases(ctx: Context): Promise<void> {
  for (const release of Object.values(await latestReleases(ctx.db)))
    while (release !== null && (await tellSome(ctx, release)) === BATCH);
}

type Release = NonNullable<Awaited<ReturnType<typeof latestReleases>>['windows']>

async function tellSome(ctx: Context, { platform, version }: Release): Promise<number> {
  return ctx.db.transaction().execute(async (db) => {
    const rows = await db
      .selectFrom('release_mails')
      .selectAll()
      .where('platform', '=', platform)
      .orderBy('asked_at')
      .limit(BATCH)
      .forUpdate()
      // Another node tells those that it has taken.
      .skipLocked()
      .execute()
    for (const { email, lang, asked_at } of rows) {
      const [name, nameZh] = names[platform]
      const day = utcDate(unixSeconds(asked_at))
      const page = `${pageAddress(ctx, lang, '/download')}#${platform}`
      const letter = writeLetter({ to: email, lang, kind: 'release' }, { name, nameZh, version, day, page })
      await queueLetter(ctx, db, letter)
      await db.deleteFrom('release_mails').where('platform', '=', platform).where('email', '=', email).execute()
    }
    return rows.length
  })
}

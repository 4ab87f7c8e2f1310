import { type Coin, isCoin, toUnits } from '#lib/money/coins.ts'
import { dayAfter, dayAt } from '#lib/time/days.ts'
import { releaseOperation } from '#service/money/earnings/release.ts'
import { releaseTime } from '#service/money/earnings/rules.ts'
import { ofPlatform, ofUser } from '#service/money/ledger/accounts.ts'
import { post, type Transfer } from '#service/money/ledger/post.ts'
import type { Database } from '#service/platform/db/open.ts'
import { newId } from '#service/platform/ids.ts'

/** The part of a world that the helper needs. */
interface House {
  readonly running: { readonly ctx: { readonly db: Database } }
  readonly clock: { now(): number }
}

/** The day before the user's first earnings, long before anything a test mines. */
async function dayToFill(db: Database, userId: string, now: number): Promise<string> {
  const first = await db
    .selectFrom('earnings')
    .select('day')
    .where('user_id', '=', userId)
    .orderBy('day')
    .limit(1)
    .executeTakeFirst()
  const long = dayAfter(dayAt(now), -60)
  return first !== undefined && first.day <= long ? dayAfter(first.day, -1) : long
}

/**
 * Gives a user withdrawable money, for example `{ ALEO: '10' }`, as an order's day long ago that was settled and released, so
 * that all money checks hold. Each call uses a day of its own.
 */
export async function fundUser(
  { running, clock }: House,
  user: { info: { id: string } },
  amounts: Partial<Record<Coin, string>>,
): Promise<void> {
  const userId = user.info.id
  const now = clock.now()
  await running.ctx.db.transaction().execute(async (db) => {
    const day = await dayToFill(db, userId, now)
    const freed = new Date(releaseTime(day))
    const transfers: Transfer[] = []
    for (const [coin, text] of Object.entries(amounts)) {
      if (!isCoin(coin)) throw new Error(`no coin: ${coin}`)
      const amount = toUnits(text, coin)
      await db
        .insertInto('earnings')
        .values({
          id: newId(),
          user_id: userId,
          coin,
          type: 'cloud',
          source_id: newId(),
          day,
          work: amount,
          amount,
          settled_at: freed,
          release_at: freed,
          released_at: freed,
        })
        .execute()
      const frozen = ofUser(userId, coin, 'frozen')
      transfers.push(
        {
          operation: `settle/${day}/${userId}/${coin}/1`,
          kind: 'settlement',
          entries: [
            { account: ofPlatform(coin, 'mint'), amount: -amount },
            { account: frozen, amount },
          ],
        },
        {
          operation: releaseOperation({ day, userId, coin, type: 'cloud', part: 0 }),
          kind: 'release',
          entries: [
            { account: frozen, amount: -amount },
            { account: ofUser(userId, coin, 'available'), amount },
          ],
        },
      )
    }
    await post(db, transfers, now)
  })
}

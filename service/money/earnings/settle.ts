import { sql } from 'kysely'
import { type EarningTypeName, earningType } from '#lib/contract/earnings.ts'
import type { Coin } from '#lib/money/coins.ts'
import { dayAfter } from '#lib/time/days.ts'
import { userIdsAfter } from '#service/identity/users/queries.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { newId } from '#service/platform/ids.ts'
import { EVERYBODY, tellLive } from '#service/platform/live/telling.ts'
import { ofPlatform, ofUser } from '../ledger/accounts.ts'
import { analyzeAccounts, post, type Transfer } from '../ledger/post.ts'
import { addEarnings } from './add-earnings.ts'
import { firstOpenDay } from './days.ts'
import { reopenEarly } from './reopen.ts'
import { lastSettleable } from './rules.ts'
import { type Batch, uncredited } from './uncredited.ts'

/** Users of one transaction. */
const BATCH = 500

/**
 * Settles every day that is over and not settled, oldest first. Safe to run twice, by several nodes at once, and after
 * it was killed at any step: each batch of users is one transaction that moves the day's cursor, and waits for its row.
 */
export async function settle(ctx: Context, usersAtOnce = BATCH): Promise<void> {
  await reopenEarly(ctx)
  const last = lastSettleable(ctx.clock.now(), ctx.config.settlementSeconds)
  for (let day = await firstOpenDay(ctx.db); day !== undefined && day <= last; day = dayAfter(day))
    for (let batches = 1; !(await settleBatch(ctx, day, usersAtOnce)); batches += 1)
      if (isPowerOfTwo(batches)) await analyzeAccounts(ctx.db)
}

/**
 * The plan by which the database looks for the account of an entry is kept from when there were few: it reads the whole
 * table. Fresh figures end it, and a first large settlement grows faster than the database's own rounds.
 */
const isPowerOfTwo = (count: number): boolean => (count & (count - 1)) === 0

/** One transaction of a day's settlement; true when the day is settled. */
function settleBatch(ctx: Context, day: string, most: number): Promise<boolean> {
  return ctx.db.transaction().execute(async (db) => {
    const now = new Date(ctx.clock.now())
    await db
      .insertInto('settlements')
      .values({ day, begun_at: now, last_user: '', earnings: 0, ended_at: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const state = await db
      .selectFrom('settlements')
      .selectAll()
      .where('day', '=', day)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (state.ended_at !== null) return true
    const users = await userIdsAfter(db, state.last_user, most)
    const end = users.at(-1)
    const { part } = state
    const earnings =
      end !== undefined ? await settleUsers(ctx, db, { day, part, after: state.last_user, upTo: end, now }) : 0
    const done = users.length < most
    await db
      .updateTable('settlements')
      .set({
        last_user: end ?? state.last_user,
        earnings: state.earnings + earnings,
        ended_at: done ? now : null,
      })
      .where('day', '=', day)
      .execute()
    if (done) await tellLive(db, EVERYBODY)
    return done
  })
}

/** Credits the coins and the points of some users, and says how many earnings those were. */
async function settleUsers(ctx: Context, db: Database, { now, ...batch }: Batch & { now: Date }): Promise<number> {
  const rows = await earnedBy(ctx, db, batch)
  await credit(db, { day: batch.day, part: batch.part, rows, now })
  await ctx.contributions.awardMined(db, batch, now.getTime())
  return rows.length
}

/** What one source has earned: a device (type 0), or an order (type 1). */
interface Earned {
  userId: string
  type: EarningTypeName
  sourceId: string
  coin: Coin
  work: bigint
  amount: bigint
}

/** What the devices and the orders of some users earned on a day and was not credited yet. */
async function earnedBy({ contributions }: Context, db: Database, batch: Batch): Promise<Earned[]> {
  const devices = await uncredited(db, batch)
  const orders = await contributions.uncreditedOrders(db, batch)
  return [
    ...devices.map(({ deviceId, ...rest }) => ({ ...rest, type: 'pc' as const, sourceId: deviceId })),
    ...orders.map(({ orderId, ...rest }) => ({ ...rest, type: 'cloud' as const, sourceId: orderId })),
  ]
}

/** The operation that credits what a user's devices, or orders, earned of a coin on a day, or on a later part of it. */
export const settlement = (of: {
  day: string
  userId: string
  coin: Coin
  type: EarningTypeName
  part: number
}): string => `settle/${of.day}/${of.userId}/${of.coin}/${earningType[of.type]}${of.part > 0 ? `/${of.part}` : ''}`

interface Credited {
  day: string
  part: number
  rows: readonly Earned[]
  now: Date
}

async function credit(db: Database, { day, part, rows, now }: Credited) {
  if (rows.length === 0) return
  const texts = (values: readonly (string | bigint)[]) => values.map(String)
  // As arrays: a statement takes 65,535 parameters, and a batch may have more figures than that.
  const columns = sql`
    unnest(${rows.map(() => newId())}::text[], ${rows.map(({ userId }) => userId)}::text[],
           ${rows.map(({ coin }) => coin)}::text[], ${rows.map(({ type }) => type)}::text[],
           ${rows.map(({ sourceId }) => sourceId)}::text[],
           ${texts(rows.map(({ work }) => work))}::numeric[], ${texts(rows.map(({ amount }) => amount))}::numeric[])
      as row (id, user_id, coin, type, source_id, work, amount)`
  await addEarnings(db, { rows: columns, day, part, now })
  const sums = new Map<string, { userId: string; coin: Coin; amount: bigint }>()
  for (const { userId, coin, type, amount } of rows) {
    const key = settlement({ day, userId, coin, type, part })
    sums.set(key, { userId, coin, amount: (sums.get(key)?.amount ?? 0n) + amount })
  }
  const transfers = [...sums].map(
    ([operation, { userId, coin, amount }]): Transfer => ({
      operation,
      kind: 'settlement',
      entries: [
        { account: ofPlatform(coin, 'mint'), amount: -amount },
        { account: ofUser(userId, coin, 'frozen'), amount },
      ],
    }),
  )
  await post(db, transfers, now.getTime())
}

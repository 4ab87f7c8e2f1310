import { sql } from 'kysely'
import { type EarningTypeName, earningType } from '#lib/contract/earnings.ts'
import type { Coin } from '#lib/money/coins.ts'
import { dayAfter } from '#lib/time/days.ts'
import { userIdsAfter } from '#service/identity/users/queries.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { newId } from '#service/platform/ids.ts'
import { EVERYBODY, publish } from '#service/platform/live/publish.ts'
import { ofPlatform, ofUser } from '../ledger/accounts.ts'
import { analyzeAccounts, post, type Transfer } from '../ledger/post.ts'
import { addEarnings } from './add-earnings.ts'
import { firstOpenDay } from './days.ts'
import { reopenEarly } from './reopen.ts'
import { lastSettleable } from './rules.ts'
import { type Batch, uncredited } from './uncredited.ts'

/** Most users of one transaction, and most devices of them: the time of its statements grows with either. */
const BATCH: BatchSize = { users: 500, devices: 20_000 }

interface BatchSize {
  users: number
  devices: number
}

/**
 * Settles every finished day, oldest first. Safe to run twice, by several nodes at once, and after a crash at any step: each batch
 * of users is one transaction that locks the day's row and moves its cursor.
 */
export async function settle(ctx: Context, atOnce: Partial<BatchSize> = {}): Promise<void> {
  await reopenEarly(ctx)
  const last = lastSettleable(ctx.clock.now(), ctx.config.settlementSeconds)
  for (let day = await firstOpenDay(ctx.db); day !== undefined && day <= last; day = dayAfter(day))
    for (let batches = 1; !(await settleBatch(ctx, day, { ...BATCH, ...atOnce })); batches += 1)
      if (isPowerOfTwo(batches)) await analyzeAccounts(ctx.db)
}

/**
 * PostgreSQL keeps a cached plan from when `ledger_accounts` was small, which reads the whole table. Fresh statistics replace it; a
 * first large settlement grows faster than autovacuum's own analyze.
 */
const isPowerOfTwo = (count: number): boolean => (count & (count - 1)) === 0

/** One transaction of a day's settlement; true when the day is settled. */
function settleBatch(ctx: Context, day: string, max: BatchSize): Promise<boolean> {
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
    const users = await userIdsAfter(db, state.last_user, max.users)
    const end = await lastWithin(db, { after: state.last_user, users, devices: max.devices })
    const { part } = state
    const earnings =
      end !== undefined ? await settleUsers(ctx, db, { day, part, after: state.last_user, upTo: end, now }) : 0
    const done = users.length < max.users && end === users.at(-1)
    await db
      .updateTable('settlements')
      .set({
        last_user: end ?? state.last_user,
        earnings: state.earnings + earnings,
        ended_at: done ? now : null,
      })
      .where('day', '=', day)
      .execute()
    if (done) await publish(db, EVERYBODY)
    return done
  })
}

/** The last of users whose devices are not too many together; the first one at least. */
async function lastWithin(db: Database, of: { after: string; users: readonly string[]; devices: number }) {
  const [first, end] = [of.users[0], of.users.at(-1)]
  if (first === undefined || end === undefined) return undefined
  const { rows } = await sql<{ user_id: string }>`
    select user_id from (
      select user_id, sum(count(*)) over (order by user_id) as devices from devices
      where user_id > ${of.after} and user_id <= ${end} group by user_id
    ) as counted where devices > ${of.devices} order by user_id limit 1`.execute(db)
  const over = rows[0]?.user_id
  if (over === undefined) return end
  return of.users[Math.max(0, of.users.indexOf(over) - 1)] ?? first
}

/** Credits coins and points of a batch of users; returns the number of earnings. */
async function settleUsers(ctx: Context, db: Database, { now, ...batch }: Batch & { now: Date }): Promise<number> {
  const rows = await earnedBy(ctx, db, batch)
  await credit(db, { day: batch.day, part: batch.part, rows, now })
  await ctx.contributions.awardMined(db, batch, now.getTime())
  return rows.length
}

/** Earnings of one source: a device (`pc`) or an order (`cloud`). */
interface Earned {
  userId: string
  type: EarningTypeName
  sourceId: string
  coin: Coin
  work: bigint
  amount: bigint
}

/** Earnings of the devices and orders of a batch of users on a day that are not credited yet. */
async function earnedBy({ contributions }: Context, db: Database, batch: Batch): Promise<Earned[]> {
  const devices = await uncredited(db, batch)
  const orders = await contributions.uncreditedOrders(db, batch)
  return [
    ...devices.map(({ deviceId, ...rest }) => ({ ...rest, type: 'pc' as const, sourceId: deviceId })),
    ...orders.map(({ orderId, ...rest }) => ({ ...rest, type: 'cloud' as const, sourceId: orderId })),
  ]
}

/** Operation key that credits a user's earnings of a coin and type on a day, or on a later part of it. */
export const settlementOperation = (of: {
  day: string
  userId: string
  coin: Coin
  type: EarningTypeName
  part: number
}): string => `settle/${of.day}/${of.userId}/${of.coin}/${earningType[of.type]}${of.part > 0 ? `/${of.part}` : ''}`

interface CreditBatch {
  day: string
  part: number
  rows: readonly Earned[]
  now: Date
}

async function credit(db: Database, { day, part, rows, now }: CreditBatch) {
  if (rows.length === 0) return
  const texts = (values: readonly (string | bigint)[]) => values.map(String)
  // As arrays, because a statement takes at most 65,535 parameters.
  const columns = sql`
    unnest(${rows.map(() => newId())}::text[], ${rows.map(({ userId }) => userId)}::text[],
           ${rows.map(({ coin }) => coin)}::text[], ${rows.map(({ type }) => type)}::text[],
           ${rows.map(({ sourceId }) => sourceId)}::text[],
           ${texts(rows.map(({ work }) => work))}::numeric[], ${texts(rows.map(({ amount }) => amount))}::numeric[])
      as row (id, user_id, coin, type, source_id, work, amount)`
  await addEarnings(db, { rows: columns, day, part, now })
  const sums = new Map<string, { userId: string; coin: Coin; amount: bigint }>()
  for (const { userId, coin, type, amount } of rows) {
    const key = settlementOperation({ day, userId, coin, type, part })
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

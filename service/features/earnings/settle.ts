import { sql } from 'kysely'
import { type Coin, isCoin } from '#lib/money/coins.ts'
import type { Context } from '../../context.ts'
import type { Database } from '../../db/open.ts'
import { newId } from '../../ids.ts'
import { ofPlatform, ofUser } from '../../ledger/accounts.ts'
import { post, type Transfer } from '../../ledger/post.ts'
import { dayAfter, dayAt, earned, lastSettleable, releaseTime, startOf } from './rules.ts'

/** Users of one transaction. */
const BATCH = 500

/**
 * Settles every day that is over and not settled, oldest first. Safe to run twice, by several nodes at once, and after
 * it was killed at any step: each batch of users is one transaction that moves the day's cursor, and waits for its row.
 */
export async function settle(ctx: Context): Promise<void> {
  const last = lastSettleable(ctx.clock.now(), ctx.config.settlementSeconds)
  for (let day = await firstOpenDay(ctx.db); day !== undefined && day <= last; day = dayAfter(day))
    while (!(await settleBatch(ctx, day))) {}
}

/** The day after the last settled one; before the first settlement the day of the first work. */
async function firstOpenDay(db: Database): Promise<string | undefined> {
  const settled = await db
    .selectFrom('settlements')
    .select('day')
    .where('ended_at', 'is not', null)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (settled) return dayAfter(settled.day)
  const first = await db.selectFrom('device_hours').select('hour').orderBy('hour').limit(1).executeTakeFirst()
  return first && dayAt(first.hour.getTime())
}

/** One transaction of a day's settlement; true when the day is settled. */
function settleBatch(ctx: Context, day: string): Promise<boolean> {
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
    const users = await db
      .selectFrom('users')
      .select('id')
      .where('id', '>', state.last_user)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    const end = users.at(-1)
    const rows = end ? await earningsOf(db, { day, after: state.last_user, upTo: end.id }) : []
    await credit(db, { day, rows, now })
    const done = users.length < BATCH
    await db
      .updateTable('settlements')
      .set({
        last_user: end?.id ?? state.last_user,
        earnings: state.earnings + rows.length,
        ended_at: done ? now : null,
      })
      .where('day', '=', day)
      .execute()
    return done
  })
}

interface Earned {
  userId: string
  deviceId: string
  coin: Coin
  work: bigint
  amount: bigint
}

/** What each device of some users earned on a day, by coin, at the rates that held on it. */
async function earningsOf(db: Database, of: { day: string; after: string; upTo: string }): Promise<Earned[]> {
  const from = new Date(startOf(of.day))
  const to = new Date(startOf(dayAfter(of.day)))
  const { rows } = await sql<{ user_id: string; device_id: string; coin: string; work: string; per_tera: string }>`
    select user_id, device_id, projects.coin, sum(work) as work, coalesce(rate.per_tera, 0) as per_tera
    from devices
    join device_hours on device_id = devices.id
    join projects using (project)
    left join lateral (
      select per_tera from rates
      where rates.project = projects.project and rates.coin = projects.coin and from_day <= ${of.day}
      order by from_day desc limit 1
    ) as rate on true
    where user_id > ${of.after} and user_id <= ${of.upTo} and hour >= ${from} and hour < ${to} and work > 0
    group by user_id, device_id, projects.project, projects.coin, rate.per_tera
    order by user_id, device_id, projects.coin, projects.project`.execute(db)
  const found = new Map<string, Earned>()
  for (const row of rows) {
    if (!isCoin(row.coin)) throw new Error(`the ledger knows no ${row.coin}`)
    const key = `${row.device_id}/${row.coin}`
    const one = found.get(key) ?? { userId: row.user_id, deviceId: row.device_id, coin: row.coin, work: 0n, amount: 0n }
    one.work += BigInt(row.work)
    one.amount += earned(BigInt(row.work), BigInt(row.per_tera))
    found.set(key, one)
  }
  return [...found.values()].filter(({ amount }) => amount > 0n)
}

/** The operation that credits what a user's devices earned of a coin on a day. */
export const settlement = (day: string, userId: string, coin: string): string => `settle/${day}/${userId}/${coin}/0`

async function credit(db: Database, { day, rows, now }: { day: string; rows: readonly Earned[]; now: Date }) {
  if (rows.length === 0) return
  await db
    .insertInto('earnings')
    .values(
      rows.map(({ userId, deviceId, coin, work, amount }) => ({
        id: newId(),
        user_id: userId,
        coin,
        type: 0 as const,
        source_id: deviceId,
        day,
        work,
        amount,
        settled_at: now,
        release_at: new Date(releaseTime(day)),
        released_at: null,
      })),
    )
    .execute()
  const sums = new Map<string, { userId: string; coin: Coin; amount: bigint }>()
  for (const { userId, coin, amount } of rows) {
    const key = settlement(day, userId, coin)
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

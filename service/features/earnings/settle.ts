import { sql } from 'kysely'
import { type Coin, isCoin } from '#lib/money/coins.ts'
import type { Context } from '../../context.ts'
import type { Database } from '../../db/open.ts'
import { newId } from '../../ids.ts'
import { ofPlatform, ofUser } from '../../ledger/accounts.ts'
import { post, type Transfer } from '../../ledger/post.ts'
import { raise } from '../alarms/raise.ts'
import { dayAfter, dayAt, earned, lastSettleable, releaseTime, startOf } from './rules.ts'

/** Users of one transaction. */
const BATCH = 500

/**
 * Settles every day that is over and not settled, oldest first. Safe to run twice, by several nodes at once, and after
 * it was killed at any step: each batch of users is one transaction that moves the day's cursor, and waits for its row.
 */
export async function settle(ctx: Context, usersAtOnce = BATCH): Promise<void> {
  await reopen(ctx)
  const last = lastSettleable(ctx.clock.now(), ctx.config.settlementSeconds)
  for (let day = await firstOpenDay(ctx.db); day !== undefined && day <= last; day = dayAfter(day))
    for (let batches = 1; !(await settleBatch(ctx, day, usersAtOnce)); batches += 1)
      if (isPowerOfTwo(batches)) await sql`analyze ledger_accounts`.execute(ctx.db)
}

/**
 * The plan by which the database looks for the account of an entry is kept from when there were few: it reads the whole
 * table. Fresh figures end it, and a first large settlement grows faster than the database's own rounds.
 */
const isPowerOfTwo = (count: number): boolean => (count & (count - 1)) === 0

/**
 * Opens again what was settled, all or in part, before it was over, which only a clock ahead of its time does: what is
 * mined on those days from now on is their next part, settled when they are due.
 */
async function reopen(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const days = await ctx.db
    .updateTable('settlements')
    .set(({ eb }) => ({ ended_at: null, last_user: '', part: eb('part', '+', 1) }))
    .where('day', '>=', dayAt(now))
    .where(({ eb, or }) => or([eb('ended_at', 'is not', null), eb('last_user', '<>', '')]))
    .returning('day')
    .execute()
  const first = days.map(({ day }) => day).sort()[0]
  if (first !== undefined)
    await raise(ctx, { name: `settled-early/${first}`, kind: 'alarmClock', values: { day: first } }, now)
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
    const users = await db
      .selectFrom('users')
      .select('id')
      .where('id', '>', state.last_user)
      .orderBy('id')
      .limit(most)
      .execute()
    const end = users.at(-1)
    const { part } = state
    const rows = end ? await earningsOf(db, { day, part, after: state.last_user, upTo: end.id }) : []
    await credit(db, { day, part, rows, now })
    const done = users.length < most
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

interface Batch {
  day: string
  part: number
  after: string
  upTo: string
}

/** What each device of some users earned on a day, by coin, at the rates that held on it, and was not credited yet. */
async function earningsOf(db: Database, of: Batch): Promise<Earned[]> {
  const from = new Date(startOf(of.day))
  const to = new Date(startOf(dayAfter(of.day)))
  // Lateral, so that the hours of each device are found by their index, whatever the planner believes of a batch.
  const { rows } = await sql<{ user_id: string; device_id: string; coin: string; work: string; per_tera: string }>`
    select user_id, devices.id as device_id, projects.coin, mined.work, coalesce(rate.per_tera, 0) as per_tera
    from devices
    cross join lateral (
      select project, sum(work) as work from device_hours
      where device_id = devices.id and hour >= ${from} and hour < ${to} and work > 0 group by project
    ) as mined
    join projects using (project)
    left join lateral (
      select per_tera from rates
      where rates.project = projects.project and rates.coin = projects.coin and from_day <= ${of.day}
      order by from_day desc limit 1
    ) as rate on true
    where user_id > ${of.after} and user_id <= ${of.upTo}
    order by user_id, devices.id, projects.coin, projects.project`.execute(db)
  const found = new Map<string, Earned>()
  for (const row of rows) {
    if (!isCoin(row.coin)) throw new Error(`the ledger knows no ${row.coin}`)
    const key = `${row.device_id}/${row.coin}`
    const one = found.get(key) ?? { userId: row.user_id, deviceId: row.device_id, coin: row.coin, work: 0n, amount: 0n }
    one.work += BigInt(row.work)
    one.amount += earned(BigInt(row.work), BigInt(row.per_tera))
    found.set(key, one)
  }
  if (of.part > 0) await takeOffPaid(db, found, of)
  return [...found.values()].filter(({ work, amount }) => work > 0n && amount > 0n)
}

/** Takes off what earlier parts of the day paid. */
async function takeOffPaid(db: Database, found: Map<string, Earned>, { day, after, upTo }: Batch): Promise<void> {
  const paid = await db
    .selectFrom('earnings')
    .select(['source_id', 'coin', 'work', 'amount'])
    .where('day', '=', day)
    .where('type', '=', 0)
    .where('user_id', '>', after)
    .where('user_id', '<=', upTo)
    .execute()
  for (const { source_id, coin, work, amount } of paid) {
    const one = found.get(`${source_id}/${coin}`)
    if (!one) continue
    one.work -= BigInt(work)
    one.amount -= BigInt(amount)
  }
}

/** The operation that credits what a user's devices earned of a coin on a day, or on a later part of it. */
export const settlement = (of: { day: string; userId: string; coin: string; part: number }): string =>
  `settle/${of.day}/${of.userId}/${of.coin}/0${of.part > 0 ? `/${of.part}` : ''}`

interface Credited {
  day: string
  part: number
  rows: readonly Earned[]
  now: Date
}

async function credit(db: Database, { day, part, rows, now }: Credited) {
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
        part,
      })),
    )
    .execute()
  const sums = new Map<string, { userId: string; coin: Coin; amount: bigint }>()
  for (const { userId, coin, amount } of rows) {
    const key = settlement({ day, userId, coin, part })
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

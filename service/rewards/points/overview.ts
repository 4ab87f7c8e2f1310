import { sql } from 'kysely'
import { minedPoints, type PointSource } from '#lib/rules/points.ts'
import { dayAfter, dayAt, startOf } from '#lib/time/days.ts'
import { lastSettledDay } from '#service/money/earnings/days.ts'
import { pointsOf } from '#service/money/ledger/accounts.ts'
import { balanceOf } from '#service/money/ledger/balances.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Database } from '#service/platform/db/open.ts'
import { pointRateOn } from './rates.ts'
import { sourcesOf } from './reply.ts'

/** A user's points by source, with the estimate of unsettled ones and the current rate. */
export async function pointsOverview(db: Database, of: { userId: string; now: number; settlementSeconds: number }) {
  const { userId, now, settlementSeconds } = of
  const today = dayAt(now)
  const { sources, tasksFinished } = await sumsBySource(db, userId)
  const coming = await unsettledPoints(db, { userId, now })
  const rate = await pointRateOn(db, today)
  return {
    total: (await balanceOf(db, pointsOf(userId))).toString(),
    today: (await creditedFor(db, userId, today)).toString(),
    sources: sourcesOf(sources),
    miningToday: coming.today.toString(),
    settling: coming.before.toString(),
    rate: { points: rate.perTera.toString(), from: rate.from },
    tasksFinished,
    settlementAt: unixSeconds(startOf(dayAfter(today))) + settlementSeconds,
    serverTime: unixSeconds(now),
  }
}

async function sumsBySource(db: Database, userId: string) {
  const rows = await db
    .selectFrom('points')
    .select(({ fn }) => ['source', fn.sum<bigint>('amount').as('amount'), fn.countAll<string>().as('rows')])
    .where('user_id', '=', userId)
    .groupBy('source')
    .execute()
  const sources = new Map<PointSource, bigint>(rows.map(({ source, amount }) => [source, amount]))
  return { sources, tasksFinished: Number(rows.find(({ source }) => source === 'task')?.rows ?? 0) }
}

async function creditedFor(db: Database, userId: string, day: string): Promise<bigint> {
  const { amount } = await db
    .selectFrom('points')
    .select(({ fn }) => fn.sum<bigint | null>('amount').as('amount'))
    .where('user_id', '=', userId)
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  return amount ?? 0n
}

/** Estimated points of unsettled work at the rates known now: of today, and of the finished days before. */
async function unsettledPoints(db: Database, { userId, now }: { userId: string; now: number }) {
  const today = dayAt(now)
  const from = dayAfter(await lastSettledDay(db, now))
  const { rows } = await sql<{ day: string; work: bigint; credited: bigint }>`
    select day, work, coalesce((
      select sum(amount) from points where user_id = ${userId} and source = 'mining' and points.day = mined.day
    ), 0) as credited
    from (
      select (hour at time zone 'UTC')::date as day, sum(work) as work from user_hours
      where user_id = ${userId} and hour >= ${new Date(startOf(from))} group by 1
    ) as mined`.execute(db)
  const sums = { today: 0n, before: 0n }
  for (const { day, work, credited } of rows) {
    const open = minedPoints(work, (await pointRateOn(db, day)).perTera) - credited
    if (open > 0n) sums[day >= today ? 'today' : 'before'] += open
  }
  return sums
}

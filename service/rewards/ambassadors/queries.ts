import { type Selectable, sql } from 'kysely'
import type { AmbassadorInfo, AmbassadorProfit, Level, profitSorts } from '#lib/contract/ambassadors.ts'
import { fromUnits } from '#lib/money/coins.ts'
import { LEVEL_1_FRIENDS, VALID_DEVICE_SECONDS } from '#lib/rules/ambassadors.ts'
import { dayAfter, dayAt, startOf } from '#lib/time/days.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Database } from '#service/platform/db/open.ts'
import { descending, type KeyOrders, type SortedPageRequest, sortedPageOf } from '#service/platform/db/pagination.ts'

import { ambassadorOf, validFriends } from './applications.ts'
import { belowOf, nextLevel, statusKeptUntil } from './level-state.ts'
import { programme } from './levels.ts'
import type { AmbassadorProfitTable } from './tables.ts'

const HISTORY_ROWS = 20

/** A user's state in the programme, with the conditions of the next level. */
export async function ambassadorInfo(db: Database, userId: string, now: number): Promise<AmbassadorInfo> {
  const row = await ambassadorOf(db, userId)
  const friends = await validFriends(db, userId)
  const application = await lastApplication(db, userId)
  const lastDay = await lastEvaluated(db, userId)
  const level = (row?.level ?? 0) as Level
  const state = {
    level,
    since: row?.since ?? dayAt(now),
    daysTwo: row?.days_two ?? 0,
    daysThree: row?.days_three ?? 0,
    daysBelow: row?.days_below ?? 0,
    direct: lastDay?.direct ?? 0,
    bothTiers: lastDay?.bothTiers ?? 0,
  }
  return {
    level,
    since: level > 0 ? state.since : null,
    levelSince: row && level > 0 ? row.level_since : null,
    validFriends: friends,
    application,
    canApply: level === 0 && friends > LEVEL_1_FRIENDS && application?.state !== 'open',
    today: await validSoFar(db, userId, now),
    lastDay,
    next: nextLevel(state, programme),
    keep:
      level > 0
        ? await keepStatusOf(db, userId, { since: state.since, day: lastDay?.day ?? state.since, today: dayAt(now) })
        : null,
    below: belowOf(state, programme),
    shares: await sharesOn(db, dayAt(now)),
    history: await levelHistory(db, userId),
  }
}

async function lastApplication(db: Database, userId: string): Promise<AmbassadorInfo['application']> {
  const row = await db
    .selectFrom('ambassador_applications')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('asked_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row
    ? { state: row.state, askedAt: unixSeconds(row.asked_at), reason: row.reason, reasonZh: row.reason_zh }
    : null
}

async function lastEvaluated(db: Database, userId: string): Promise<AmbassadorInfo['lastDay']> {
  const row = await db
    .selectFrom('ambassador_evaluations')
    .leftJoin('ambassador_days', (join) =>
      join.onRef('ambassador_days.day', '=', 'ambassador_evaluations.day').on('user_id', '=', userId),
    )
    .select(['ambassador_evaluations.day', 'direct', 'both_tiers'])
    .orderBy('ambassador_evaluations.day', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { day: row.day, direct: row.direct ?? 0, bothTiers: row.both_tiers ?? 0 } : null
}

/** Devices over one and two invite levels that are valid today already. */
async function validSoFar(db: Database, userId: string, now: number): Promise<AmbassadorInfo['today']> {
  const from = new Date(startOf(dayAt(now)))
  const { rows } = await sql<AmbassadorInfo['today']>`
    with direct as (
      select invitee_id from invitations where inviter_id = ${userId} and review in ('open', 'accepted')
    ), brought as (
      select invitee_id, 1 as tier from direct
      union all
      select low.invitee_id, 2 from direct join invitations as low on low.inviter_id = direct.invitee_id
      where low.review in ('open', 'accepted')
    )
    select (count(*) filter (where tier = 1))::int as direct, count(*)::int as "bothTiers"
    from brought join devices on devices.user_id = invitee_id
    cross join lateral (
      select sum(seconds) as seconds, sum(work) as work from device_hours
      where device_id = devices.id and hour >= ${from}
    ) as today
    where last_seen_at >= ${from} and seconds > ${VALID_DEVICE_SECONDS} and today.work > 0`.execute(db)
  return rows[0] ?? { direct: 0, bothTiers: 0 }
}

async function keepStatusOf(db: Database, userId: string, of: { since: string; day: string; today: string }) {
  const fresh = await db
    .selectFrom('ambassador_days')
    .select(['day', 'fresh'])
    .where('user_id', '=', userId)
    .where('day', '>', dayAfter(of.day, -programme.keepDays))
    .where('day', '<=', of.day)
    .where('fresh', '>', 0)
    .orderBy('day', 'desc')
    .execute()
  return statusKeptUntil({ ...of, fresh }, programme)
}

/** Shares of each level on a day, in percent. */
export async function sharesOn(db: Database, day: string): Promise<AmbassadorInfo['shares']> {
  const { rows } = await sql<{ level: Level; tier: 1 | 2; basis_points: number }>`
    select distinct on (level, tier) level, tier, basis_points from ambassador_rates
    where from_day <= ${day} order by level, tier, from_day desc`.execute(db)
  const percent = (level: Level, tier: 1 | 2) =>
    (rows.find((row) => row.level === level && row.tier === tier)?.basis_points ?? 0) / 100
  return ([1, 2, 3] as const).map((level) => ({ level, direct: percent(level, 1), second: percent(level, 2) }))
}

async function levelHistory(db: Database, userId: string): Promise<AmbassadorInfo['history']> {
  const rows = await db
    .selectFrom('ambassador_history')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(HISTORY_ROWS)
    .execute()
  return rows.map((row) => ({
    day: row.day,
    before: row.level_before as Level,
    after: row.level_after as Level,
    cause: row.cause,
    reason: row.reason,
    reasonZh: row.reason_zh,
  }))
}

/** Valid devices of a user's invitees on each day of a range. */
export async function deviceHistory(db: Database, of: { userId: string; startDate: string; endDate: string }) {
  const { rows } = await sql<{
    date: string
    evaluated: boolean
    level: Level
    direct: number
    bothTiers: number
    fresh: number
  }>`
    select date::date as date, done.day is not null as evaluated, coalesce(level, 0) as level,
      coalesce(direct, 0) as direct, coalesce(both_tiers, 0) as "bothTiers", coalesce(fresh, 0) as fresh
    from generate_series(${of.startDate}::date, ${of.endDate}::date, interval '1 day') as dates (date)
    left join ambassador_evaluations as done on done.day = date
    left join ambassador_days as counted on counted.day = date and user_id = ${of.userId}
    order by date`.execute(db)
  return { days: rows }
}

type ProfitRow = Selectable<AmbassadorProfitTable>
const byDay = { column: 'day', part: 'day', of: (row: ProfitRow) => row.day } as const
const byCoin = { column: 'coin', part: 'id', of: (row: ProfitRow) => row.coin } as const
const byTier = { column: 'tier', part: 'number', of: (row: ProfitRow) => BigInt(row.tier) } as const
type ProfitColumn = keyof typeof profitSorts
const orders: KeyOrders<ProfitRow, ProfitColumn> = {
  day: [
    { ...byDay, order: 'desc' },
    { ...byCoin, order: 'asc' },
    { ...byTier, order: 'asc' },
  ],
  amount: descending(byCoin, { column: 'amount', part: 'amount', of: ({ amount }) => amount }, byDay, byTier),
}

/** A page of an ambassador's shares, newest day first unless sorted otherwise, with their sums by coin. */
export async function profitPage(db: Database, userId: string, at: SortedPageRequest<ProfitColumn>) {
  const mine = db.selectFrom('ambassador_profits').where('user_id', '=', userId)
  const { rows, ...page } = await sortedPageOf(mine.selectAll(), orders, at)
  const sums = await mine
    .select(({ fn }) => ['coin', fn.sum<bigint>('amount').as('amount')])
    .groupBy('coin')
    .orderBy('coin')
    .execute()
  return {
    records: rows.map((row): AmbassadorProfit => {
      const { coin } = row
      return {
        day: row.day,
        currencyCode: coin,
        level: row.level as Level,
        tier: row.tier as 1 | 2,
        base: fromUnits(row.base, coin),
        percent: row.basis_points / 100,
        amount: fromUnits(row.amount, coin),
      }
    }),
    ...page,
    sums: sums.map(({ coin, amount }) => ({ currencyCode: coin, amount: fromUnits(amount, coin) })),
  }
}

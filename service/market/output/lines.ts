import { sql } from 'kysely'
import { fromUnits } from '#lib/money/coins.ts'
import type { RunningStatus } from '#lib/rules/orders.ts'
import { fromHashrate, PLAN_UNIT, type PlanTypeName, planType } from '#lib/rules/plans.ts'
import { dayAfter, dayAt } from '#lib/time/days.ts'
import { lastSettledDay } from '#service/money/earnings/days.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Row } from '../orders/row.ts'
import { runningStatusSql } from './watcher.ts'

interface Sum {
  type: PlanTypeName
  coin: Row['coin']
  amount: bigint
  yesterday: bigint | null
}

/** Paid orders of each line by running status, with the running hash rate and the settled output. */
export async function linesOf(db: Database, userId: string, now: number) {
  const { rows: counts } = await sql<{
    type: PlanTypeName
    coin: Row['coin']
    running_status: RunningStatus
    count: string
    hashrate: bigint
  }>`
    select type, coin, ${runningStatusSql(now)} as running_status, count(*) as count, sum(hashrate::numeric * quantity) as hashrate
    from orders where user_id = ${userId} and status = 'success' group by 1, 2, 3 order by 1, 2`.execute(db)
  const yesterday = dayAfter(dayAt(now), -1)
  const { rows: sums } = await sql<Sum>`
    select orders.type, orders.coin, sum(earnings.amount) as amount,
      sum(earnings.amount) filter (where day = ${yesterday}) as yesterday
    from orders join earnings on source_id = orders.id and earnings.type = 'cloud'
    where orders.user_id = ${userId} and status = 'success'
    group by 1, 2 order by 1, 2`.execute(db)
  const isSettled = (await lastSettledDay(db, now)) >= yesterday
  return Object.entries(planType).map(([name, type]) => {
    const of = (status: RunningStatus) => counts.filter((row) => row.type === name && row.running_status === status)
    const count = (status: RunningStatus) => of(status).reduce((sum, row) => sum + Number(row.count), 0)
    const own = sums.filter((row) => row.type === name)
    const toAmount = (coin: Row['coin'], units: bigint | null) => ({
      currencyCode: coin,
      amount: fromUnits(units ?? 0n, coin),
    })
    return {
      type,
      ready: count('ready'),
      preparing: count('preparing'),
      running: count('running'),
      ended: count('ended'),
      hashrates: of('running').map(({ coin, hashrate }) => ({ currencyCode: coin, amount: fromHashrate(hashrate) })),
      unit: PLAN_UNIT,
      output: own.map((row) => toAmount(row.coin, row.amount)),
      yesterday: isSettled ? own.map((row) => toAmount(row.coin, row.yesterday)) : null,
    }
  })
}

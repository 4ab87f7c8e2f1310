import { sql } from 'kysely'
import { type Coin, withdrawableCoins } from '#lib/money/coins.ts'
import { dayAfter, dayAt, startOf } from '#lib/time/days.ts'
import type { Database } from '#service/platform/db/open.ts'
import { type CoinDay, estimateDay, type WeightedRate, workOf } from './day-estimate.ts'
import { lastSettledDay } from './days.ts'
import { minedWork, rateOn } from './mined-work.ts'

interface DeviceDayRequest {
  deviceId: string
  userId: string
  now: number
  /** The rate at which the device goes on until the day is over. */
  hashesPerSecond: number
}

/** Estimates what a device earns today, by the rule of its user's overview (`unsettled`). */
export async function deviceDay(db: Database, of: DeviceDayRequest): Promise<CoinDay[]> {
  const today = dayAt(of.now)
  const settled = await lastSettledDay(db, of.now)
  const from = settled < today ? today : dayAfter(settled)
  const mined = await minedWork(db, { deviceId: of.deviceId, from, today })
  const secondsLeft = (startOf(dayAfter(today)) - of.now) / 1000
  const days = estimateDay({
    mined,
    projects: await projectsOn(db, today),
    expectedWork: workOf(of.hashesPerSecond, secondsLeft),
    credited: await creditedOf(db, of, from),
  })
  return days.sort((a, b) => withdrawableCoins.indexOf(a.coin) - withdrawableCoins.indexOf(b.coin))
}

/** The projects that devices work on, with their rates of a day. */
async function projectsOn(db: Database, day: string): Promise<WeightedRate[]> {
  const { rows } = await sql<WeightedRate>`
    select coin, weight, per_tera as "perTera"
    from projects left join lateral (${rateOn(sql`${day}`)}) as rate on true
    where active order by project`.execute(db)
  return rows
}

/** Earnings of a device that were credited for a day that is not over, or for a later one. */
async function creditedOf(
  db: Database,
  { userId, deviceId }: DeviceDayRequest,
  from: string,
): Promise<Map<Coin, bigint>> {
  const rows = await db
    .selectFrom('earnings')
    .select(({ fn }) => ['coin', fn.sum<bigint>('amount').as('amount')])
    .where('user_id', '=', userId)
    .where('day', '>=', from)
    .where('type', '=', 'pc')
    .where('source_id', '=', deviceId)
    .groupBy('coin')
    .execute()
  return new Map(rows.map(({ coin, amount }) => [coin, amount]))
}

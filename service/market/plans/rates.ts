import { sql } from 'kysely'
import { dayAfter } from '#lib/time/days.ts'
import type { Database } from '#service/platform/db/open.ts'
import rates from '../../../src/content/rates.json' with { type: 'json' }
import type { PlanTable } from './tables.ts'

type MinedCoin = PlanTable['coin']

/** Output rate of a coin since a UTC day: smallest units for 1,000,000 units of hash rate and day. */
export interface CloudRate {
  readonly rate: bigint
  readonly since: string
}

/** Initial rates of a new database are those of the calculator and have its date. */
const FIRST_DAY = '2000-01-01'
const sinceOf = (day: string): string => (day === FIRST_DAY ? rates.asOf : day)

/** The rate of each coin on a UTC day. */
export async function ratesOn(db: Database, day: string): Promise<ReadonlyMap<MinedCoin, CloudRate>> {
  const { rows } = await sql<{ coin: MinedCoin; from_day: string; per_mega: bigint }>`
    select distinct on (coin) coin, from_day, per_mega from cloud_rates
    where from_day <= ${day} order by coin, from_day desc`.execute(db)
  return new Map(rows.map(({ coin, from_day, per_mega }) => [coin, { rate: per_mega, since: sinceOf(from_day) }]))
}

/** Changes of a coin's rate that are listed. */
const MAX_RATES = 50

/** Each coin's newest rates up to a UTC day, the earliest first. */
export async function ratesUntil(db: Database, day: string): Promise<ReadonlyMap<MinedCoin, CloudRate[]>> {
  const { rows } = await sql<{ coin: MinedCoin; from_day: string; per_mega: bigint }>`
    select coin, from_day, per_mega from (
      select coin, from_day, per_mega, row_number() over (partition by coin order by from_day desc) as place
      from cloud_rates where from_day <= ${day}
    ) as newest
    where place <= ${MAX_RATES} order by coin, from_day`.execute(db)
  const found = new Map<MinedCoin, CloudRate[]>()
  for (const [index, { coin, from_day, per_mega }] of rows.entries()) {
    const next = rows[index + 1]
    const since = sinceOf(from_day)
    // The calculator's date moves on with the site: a rate that another one has followed began before that one.
    const isLate = next?.coin === coin && since >= next.from_day
    const rate = { rate: per_mega, since: isLate ? dayAfter(next.from_day, -1) : since }
    found.set(coin, [...(found.get(coin) ?? []), rate])
  }
  return found
}

const NO_RATE: CloudRate = { rate: 0n, since: rates.asOf }

/** The rate of a coin, or 0 when it has none. */
export const rateOf = (rates: ReadonlyMap<MinedCoin, CloudRate>, coin: MinedCoin): CloudRate =>
  rates.get(coin) ?? NO_RATE

/** Price of one coin in USDT from the site's calculator. Throws RangeError when it has none. */
export function coinPrice(coin: MinedCoin): string {
  const found = rates.pc.coins.find((one) => one.coin === coin)
  if (!found) throw new RangeError(`no price of ${coin}`)
  return found.price
}

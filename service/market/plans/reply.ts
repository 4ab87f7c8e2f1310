import type { Selectable } from 'kysely'
import type { Plan } from '#lib/contract/market.ts'
import { fromUnits } from '#lib/money/coins.ts'
import {
  forecastOutput,
  fromHashrate,
  outputOfDays,
  PLAN_UNIT,
  planState,
  planType,
  pricePerUnitDay,
  rateText,
} from '#lib/rules/plans.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import { type CloudRate, coinPrice } from './rates.ts'
import type { PlanTable } from './tables.ts'

/** Row of `plans`. */
export type PlanRow = Selectable<PlanTable>

/** Sale times of a plan, in Unix milliseconds. */
export const saleOf = ({ paused, opens_at, deadline }: Pick<PlanRow, 'paused' | 'opens_at' | 'deadline'>) => ({
  paused,
  opensAt: opens_at?.getTime() ?? null,
  deadline: deadline?.getTime() ?? null,
})

export function toPlan(row: PlanRow, { rate, since }: CloudRate, now: number): Plan {
  const { coin, days, price, total, sold } = row
  const hashrate = BigInt(row.hashrate)
  const output = (of: number) => fromUnits(outputOfDays({ hashrate, rate, days: of }), coin)
  const perUnitDay = rateText(rate, coin)
  const shared = { coin, days, price: fromUnits(price, 'USDT'), hashrate: fromHashrate(hashrate) }
  const forecast = forecastOutput({ ...shared, perUnitDay, coinPrice: coinPrice(coin) }, 'stays')
  return {
    id: row.id,
    type: planType[row.type],
    title: row.title,
    titleZh: row.title_zh,
    currencyCode: coin,
    price: shared.price,
    hashrate: shared.hashrate,
    unit: PLAN_UNIT,
    days,
    total,
    sold,
    remaining: total - sold,
    preparationHours: row.preparation_hours,
    estimatedDuration: days,
    estimatedOutput: output(days),
    dailyOutput: output(1),
    pricePerUnitDay: pricePerUnitDay({ price, hashrate, days }),
    breakEvenDay: forecast.breakEvenDay ?? null,
    opensAt: row.opens_at && unixSeconds(row.opens_at),
    deadline: row.deadline && unixSeconds(row.deadline),
    state: planState(saleOf(row), now),
    soldOut: sold >= total,
    rate: { perUnitDay, since },
  }
}

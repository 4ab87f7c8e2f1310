import { type Coin, fromUnits, toUnits, withdrawableCoins } from '#lib/money/coins.ts'
import type { IncomeDay } from './bars.ts'

const MONTH_DAYS = 30n

export interface CoinForecast {
  coin: Coin
  day: string
  month: string
}

/** A forecast and its basis. */
export interface Forecast {
  /** Number of settled days, including those without earnings. */
  days: number
  from: string | undefined
  to: string | undefined
  list: CoinForecast[]
}

/**
 * Mean of the settled days from the first one with earnings on, per day and per 30 days, rounded towards zero. A
 * settled day without earnings counts as zero: mining on two days of seven earns no more in a month than that.
 */
export function forecastOf(income: readonly IncomeDay[]): Forecast {
  const first = income.findIndex(({ settled, coins: earned }) => settled && earned.length > 0)
  const days = first < 0 ? [] : income.slice(first).filter(({ settled }) => settled)
  const count = BigInt(days.length)
  const list = withdrawableCoins.flatMap((coin): CoinForecast[] => {
    const amounts = days.flatMap((day) => day.coins.filter(({ currencyCode }) => currencyCode === coin))
    const sum = amounts.reduce((total, { amount }) => total + toUnits(amount, coin), 0n)
    if (sum === 0n) return []
    return [{ coin, day: fromUnits(sum / count, coin), month: fromUnits((sum * MONTH_DAYS) / count, coin) }]
  })
  return { days: days.length, from: days[0]?.date, to: days.at(-1)?.date, list }
}

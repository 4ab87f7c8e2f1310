import type { earningsOverview } from '#lib/contract/earnings.ts'
import type { ReplyOf } from '#lib/contract/endpoint.ts'
import { type Coin, fromUnits, toUnits } from '#lib/money/coins.ts'
import { worthOf, worthText } from '#lib/money/worth.ts'
import { formatAmount } from '#lib/text/decimal.ts'
import { utcDate, utcDayStart } from '#lib/time/format.ts'
import type { BarDay } from '#ui/chart/figures.ts'

export type Overview = ReplyOf<typeof earningsOverview>

/** Sources of earnings. */
export type Source = 'all' | 'pc' | 'cloud'

interface CoinAmount {
  currencyCode: Coin
  amount: string
}

export interface IncomeDay {
  date: string
  settled: boolean
  coins: readonly (CoinAmount & { frozen: string })[]
}

/** An estimate by coin, of all sources or of one. */
export function estimated(coins: Overview['coins'], part: 'minedToday' | 'settling', source: Source): CoinAmount[] {
  return coins.map((coin) => {
    const { currencyCode, [part]: all } = coin
    const cloud = coin[part === 'minedToday' ? 'cloudToday' : 'cloudSettling']
    const amounts: Record<Source, () => string> = {
      all: () => all,
      pc: () => fromUnits(toUnits(all, currencyCode) - toUnits(cloud, currencyCode), currencyCode),
      cloud: () => cloud,
    }
    return { currencyCode, amount: amounts[source]() }
  })
}

/**
 * Estimates of unsettled days: the running one, and the day before while its settlement is pending. Older unsettled
 * days cannot be separated, so they have no estimate.
 */
export function estimatesOf({ coins, settledDay, serverTime }: Overview, source: Source): Map<string, CoinAmount[]> {
  const day = (before: number) => utcDate(serverTime - before * 86_400)
  const sumOf = (part: 'minedToday' | 'settling') =>
    estimated(coins, part, source).filter(({ amount }) => amount !== '0')
  const estimates = new Map([[day(0), sumOf('minedToday')]])
  if (settledDay === day(2)) estimates.set(day(1), sumOf('settling'))
  return estimates
}

interface Drawn {
  days: readonly IncomeDay[]
  estimates: ReadonlyMap<string, readonly CoinAmount[]>
  series: readonly Coin[]
  /** Labels of a day with an estimate, an open day without one, and a day before the account. */
  words: { estimated: string; open: string; before: string }
  /** The day on which the account was made. */
  since?: string | undefined
}

/** Bars of days: one coin in its own amounts; several by their worth in USDT, because amounts of coins don't add up. */
export function barsOf({ days, estimates, series, words, since = '' }: Drawn): BarDay[] {
  return days.map(({ date, settled, coins }) => {
    const guess = coins.length === 0 ? (estimates.get(date) ?? []) : []
    const parts: readonly CoinAmount[] = guess.length > 0 ? guess : coins
    const amounts = series.map((coin) => parts.find(({ currencyCode }) => currencyCode === coin)?.amount ?? '0')
    const isDone = settled || coins.length > 0
    const idle = date < since ? words.before : isDone ? undefined : words.open
    const state = guess.length > 0 ? words.estimated : idle
    const day = {
      at: utcDayStart(date) ?? 0,
      frozen: guess.length > 0 || coins.some(({ frozen }) => frozen !== '0'),
      ...(state && { state }),
    }
    const [only] = series
    if (series.length === 1 && only) return { ...day, parts: amounts, total: amounts[0] ?? '0' }
    const worths = amounts.map((amount, index) => worthOf(amount, series[index] as Coin))
    return {
      ...day,
      parts: worths.map(worthText),
      texts: amounts.map(formatAmount),
      total: worthText(worths.reduce((sum, worth) => sum + worth, 0n)),
    }
  })
}

/** The worth of amounts in 10^-8 USDT. */
export const worthOfAll = (amounts: readonly CoinAmount[]): bigint =>
  amounts.reduce((sum, { amount, currencyCode }) => sum + worthOf(amount, currencyCode), 0n)

/** The sum of two amounts of a coin. */
export const plus = (coin: Coin, ...amounts: readonly string[]): string =>
  fromUnits(
    amounts.reduce((sum, amount) => sum + toUnits(amount, coin), 0n),
    coin,
  )

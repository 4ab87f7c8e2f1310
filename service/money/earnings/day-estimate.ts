import type { Coin } from '#lib/money/coins.ts'
import type { MinedWork } from './mined-work.ts'
import { earned } from './rules.ts'

/** The rate of a project's coin, null where none holds, and its part in the work of devices. */
export interface WeightedRate extends Pick<MinedWork, 'coin' | 'perTera'> {
  weight: number
}

type RatedWork = Pick<MinedWork, 'coin' | 'work' | 'perTera'>

/** Estimated earnings of a device today, in smallest units of a coin. Both are null where a project that pays the coin has no rate. */
export type CoinDay = { coin: Coin } & ({ soFar: bigint; wholeDay: bigint } | { soFar: null; wholeDay: null })

interface DayRequest {
  /** Verified work of today. */
  mined: readonly RatedWork[]
  /** The projects that devices work on. */
  projects: readonly WeightedRate[]
  /** Work that the device does until the day is over; the projects share it by their weights. */
  expectedWork: bigint
  /** Credited already, where a part of the day was settled before it was over. */
  credited: ReadonlyMap<Coin, bigint>
}

/** Work that a rate does in a time, rounded down. */
export const workOf = (hashesPerSecond: number, seconds: number): bigint =>
  BigInt(Math.floor(hashesPerSecond * seconds))

/** Earnings of work, in smallest units; null where a rate is missing. */
function earnedBy(works: readonly RatedWork[]): bigint | null {
  let sum = 0n
  for (const { work, perTera } of works) {
    if (perTera === null) return null
    sum += earned(work, perTera)
  }
  return sum
}

/** Estimates the day of a device by coin. */
export function estimateDay({ mined, projects, expectedWork, credited }: DayRequest): CoinDay[] {
  const weights = BigInt(projects.reduce((sum, { weight }) => sum + weight, 0))
  const coming = projects.map(({ weight, ...rate }) => ({ ...rate, work: (expectedWork * BigInt(weight)) / weights }))
  const coins = [...new Set([...mined, ...projects].map(({ coin }) => coin))]
  return coins.map((coin) => {
    const isPaid = (one: RatedWork) => one.coin === coin
    const done = earnedBy(mined.filter(isPaid))
    const more = earnedBy(coming.filter(isPaid))
    if (done === null || more === null) return { coin, soFar: null, wholeDay: null }
    const less = credited.get(coin) ?? 0n
    const rest = (amount: bigint) => (amount > less ? amount - less : 0n)
    return { coin, soFar: rest(done), wholeDay: rest(done + more) }
  })
}

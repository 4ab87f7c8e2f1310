import type { ColumnType, Generated } from 'kysely'
import type { EarningTypeName } from '#lib/contract/earnings.ts'
import type { Coin } from '#lib/money/coins.ts'

declare module '#service/platform/db/tables.ts' {
  interface Tables {
    rates: RateTable
    earnings: EarningTable
    settlements: SettlementTable
    earning_sums: EarningSumTable
  }
}

/** A UTC day, `YYYY-MM-DD`. */
type Day = string

export interface RateTable {
  project: string
  coin: Coin
  from_day: Day
  per_tera: bigint
  set_at: Date
}

export interface EarningTable {
  id: string
  user_id: string
  coin: Coin
  type: EarningTypeName
  /** The device, or the order. */
  source_id: string
  day: Day
  work: bigint
  amount: bigint
  settled_at: Date
  release_at: Date
  released_at: Date | null
  /** 0, or more where the day had been settled before it was over. */
  part: Generated<number>
}

export interface SettlementTable {
  day: Day
  begun_at: Date
  last_user: string
  earnings: number
  ended_at: Date | null
  part: Generated<number>
}

/** Sums of the earnings that are alike in all but their source. Written by triggers on `earnings`. */
export interface EarningSumTable {
  user_id: string
  day: Day
  coin: Coin
  type: EarningTypeName
  part: number
  release_at: Date
  is_released: boolean
  amount: bigint
  /** Number of earnings, which all have different sources. */
  sources: ColumnType<string, string | bigint, string | bigint>
}

import type { ColumnType, Generated } from 'kysely'
import type { minedCoins } from '#lib/money/coins.ts'
import type { PlanTypeName } from '#lib/rules/plans.ts'

declare module '#service/platform/db/tables.ts' {
  interface Tables {
    cloud_rates: CloudRateTable
    plans: PlanTable
  }
}

/** int8 comes from the driver as a string. */
type Big = ColumnType<string, string | bigint, string | bigint>

type MinedCoin = (typeof minedCoins)[number]

interface CloudRateTable {
  coin: MinedCoin
  from_day: string
  per_mega: bigint
  set_at: Date
}

export interface PlanTable {
  id: string
  type: PlanTypeName
  title: string
  title_zh: string
  coin: MinedCoin
  farm: string
  /** Thousandths of a unit. */
  hashrate: Big
  days: number
  price: bigint
  total: number
  sold: Generated<number>
  preparation_hours: number
  opens_at: Date | null
  deadline: Date | null
  paused: Generated<boolean>
  created_at: Date
}

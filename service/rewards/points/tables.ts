import type { ColumnType, Generated } from 'kysely'
import type { PointReason } from '#lib/contract/points.ts'
import type { PointSource } from '#lib/rules/points.ts'

declare module '#service/platform/db/tables.ts' {
  interface Tables {
    point_rates: PointRateTable
    points: PointTable
  }
}

export interface PointRateTable {
  /** A UTC day, `YYYY-MM-DD`. */
  from_day: string
  per_tera: bigint
  set_at: Date
}

export interface PointTable {
  /** In the order in which they were written. int8 comes from the driver as a string. */
  number: Generated<string>
  id: string
  user_id: string
  source: PointSource
  day: string
  amount: bigint
  operation: string
  why: ColumnType<PointReason, string, never>
  credited_at: Date
}

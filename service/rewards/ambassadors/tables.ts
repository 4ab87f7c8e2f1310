import type { ColumnType, Generated } from 'kysely'
import type { Coin } from '#lib/money/coins.ts'

declare module '#service/platform/db/tables.ts' {
  interface Tables {
    valid_devices: ValidDeviceTable
    ambassadors: AmbassadorTable
    ambassador_days: AmbassadorDayTable
    ambassador_evaluations: AmbassadorEvaluationTable
    ambassador_history: AmbassadorHistoryTable
    ambassador_applications: AmbassadorApplicationTable
    ambassador_rates: AmbassadorRateTable
    ambassador_profits: AmbassadorProfitTable
  }
}

/** A UTC day, `YYYY-MM-DD`. */
type Day = string

type Exact = ColumnType<bigint, bigint | string, bigint | string>

interface ValidDeviceTable {
  day: Day
  user_id: string
  devices: number
  /** Devices whose first valid day it is, and whose machine was not valid as another device before. */
  fresh: number
}

interface AmbassadorDayTable {
  user_id: string
  day: Day
  /** The level that was held on the day; 0 without one. */
  level: number
  /** Valid devices of the invitees, and over two invite levels. */
  direct: number
  both_tiers: number
  fresh: number
}

interface AmbassadorEvaluationTable {
  day: Day
  at: Date
  changes: number
}

interface AmbassadorTable {
  user_id: string
  level: number
  /** The day of the approval, and the first day of the current level. */
  since: Day
  level_since: Day
  days_two: Generated<number>
  days_three: Generated<number>
  days_below: Generated<number>
}

export type LevelCause = 'approved' | 'appointed' | 'promoted' | 'demoted' | 'lapsed' | 'revoked'

interface AmbassadorHistoryTable {
  id: Generated<string>
  user_id: string
  day: Day
  at: Date
  level_before: number
  level_after: number
  cause: LevelCause
  reason: string | null
  reason_zh: string | null
}

interface AmbassadorApplicationTable {
  id: string
  user_id: string
  contact: string
  /** Valid friends at that time. */
  friends: number
  asked_at: Date
  state: 'open' | 'approved' | 'refused'
  decided_at: Date | null
  decided_by: string | null
  reason: string | null
  reason_zh: string | null
}

interface AmbassadorRateTable {
  level: number
  tier: number
  from_day: Day
  basis_points: number
  set_at: Date
}

export interface AmbassadorProfitTable {
  user_id: string
  day: Day
  coin: Coin
  tier: number
  level: number
  basis_points: number
  base: Exact
  amount: Exact
}

import type { ColumnType, Generated } from 'kysely'
import type { minedCoins } from '#lib/money/coins.ts'
import type { CancelReason, OrderException, OrderStatus } from '#lib/rules/orders.ts'
import type { PaymentNetwork } from '#lib/rules/payments.ts'
import type { PlanTypeName } from '#lib/rules/plans.ts'

declare module '#service/platform/db/tables.ts' {
  interface Tables {
    farms: FarmTable
    farm_days: FarmDayTable
    orders: OrderTable
  }
}

/** int8 comes from the driver as a string. */
type Big = ColumnType<string, string | bigint, string | bigint>

type MinedCoin = (typeof minedCoins)[number]

interface FarmTable {
  farm: string
  title: string
  title_zh: string
}

interface FarmDayTable {
  farm: string
  /** A UTC day, `YYYY-MM-DD`. */
  day: string
  down_seconds: number
  set_at: Date
}

export interface OrderTable {
  id: string
  user_id: string
  request_id: string
  plan_id: string
  type: PlanTypeName
  title: string
  title_zh: string
  coin: MinedCoin
  farm: string
  hashrate: Big
  days: number
  preparation_hours: number
  price: bigint
  quantity: number
  fee: bigint
  amount: bigint
  /** Rate of the estimate, and the day since which it held. */
  rate: bigint
  rate_day: string
  /** Network of the payment, or `balance`. */
  network: PaymentNetwork | 'balance'
  address: string | null
  lang: 'en' | 'zh'
  status: OrderStatus
  exception: OrderException
  seen: Generated<bigint>
  received: Generated<bigint>
  credited: Generated<bigint>
  /** Part of the amount that an operator refunded to the balance. */
  refunded: Generated<bigint>
  ordered_at: Date
  expires_at: Date
  first_seen_at: Date | null
  paid_at: Date | null
  transaction_id: string | null
  cancelled_at: Date | null
  cancel_reason: CancelReason | null
  runs_from: Date | null
  ends_at: Date | null
}

import type { Generated } from 'kysely'
import type { PaymentNetwork } from '#lib/rules/payments.ts'

declare module '#service/platform/db/tables.ts' {
  interface Tables {
    recharges: RechargeTable
    balance_alerts: BalanceAlertTable
  }
}

export interface RechargeTable {
  id: string
  user_id: string
  request_id: string
  network: PaymentNetwork
  /** Announced amount in smallest units of USDT; whatever arrives is credited. */
  amount: bigint
  address: string
  asked_at: Date
}

export interface BalanceAlertTable {
  user_id: string
  threshold: bigint
  /** Whether the user was notified since the balance was last above the threshold. */
  told: Generated<boolean>
}

import type { Feature } from '#service/platform/feature.ts'
import { balanceChecks } from './checks.ts'
import { balanceOwnData } from './own-data.ts'
import { rechargePaymentHandler } from './request-recharge.ts'
import { balanceRoutes } from './routes.ts'

export const balance: Feature = {
  readsTables: ['account_closings', 'deposit_addresses', 'gpu_rentals', 'gpus', 'orders'],
  calls: balanceRoutes,
  checks: balanceChecks,
  paymentHandlers: [rechargePaymentHandler],
  ownData: balanceOwnData,
}

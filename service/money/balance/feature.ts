import type { Feature } from '#service/platform/feature.ts'
import { balanceOwnData } from './own-data.ts'
import { rechargePaymentHandler } from './request-recharge.ts'
import { balanceRoutes } from './routes.ts'

export const balance: Feature = {
  calls: balanceRoutes,
  paymentHandlers: [rechargePaymentHandler],
  ownData: balanceOwnData,
}

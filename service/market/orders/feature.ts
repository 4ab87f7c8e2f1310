import type { Feature } from '#service/platform/feature.ts'
import { orderChecks } from './checks.ts'
import { orderPaymentHandler } from './funds.ts'
import { orderQueues } from './jobs.ts'
import { ordersOwnData } from './own-data.ts'
import { orderRoutes } from './routes.ts'

export const orders: Feature = {
  readsTables: ['chain_receipts', 'cloud_rates', 'deposit_addresses', 'earnings', 'plans', 'settlements'],
  calls: orderRoutes,
  queues: orderQueues,
  checks: orderChecks,
  paymentHandlers: [orderPaymentHandler],
  commands: async () => (await import('./commands.ts')).commands,
  ownData: ordersOwnData,
}

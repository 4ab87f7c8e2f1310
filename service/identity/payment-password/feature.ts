import type { Feature } from '#service/platform/feature.ts'
import { paymentPasswordRoutes } from './routes.ts'

export const paymentPassword: Feature = {
  calls: paymentPasswordRoutes,
  ownData: { personal: ['payment_guards'] },
}

import type { Feature } from '#service/feature.ts'
import { paymentPasswordRoutes } from './routes.ts'

export const paymentPassword: Feature = {
  calls: paymentPasswordRoutes,
}

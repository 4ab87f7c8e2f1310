import type { Feature } from '../feature.ts'
import { paymentPasswordRoutes } from './routes.ts'

export const paymentPassword: Feature = {
  calls: paymentPasswordRoutes,
}

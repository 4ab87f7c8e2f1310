import type { Feature } from '#service/feature.ts'
import { statusRoutes } from './routes.ts'

export const status: Feature = {
  reads: statusRoutes,
}

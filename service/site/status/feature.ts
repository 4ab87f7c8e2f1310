import type { Feature } from '#service/platform/feature.ts'
import { statusRoutes } from './routes.ts'

export const status: Feature = {
  readsTables: ['payouts', 'settlements'],
  reads: statusRoutes,
}

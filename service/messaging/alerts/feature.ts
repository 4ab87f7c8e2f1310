import type { Feature } from '#service/platform/feature.ts'
import { alertQueues } from './jobs.ts'
import { alertsOwnData } from './own-data.ts'
import { alertRoutes } from './routes.ts'

export const alerts: Feature = {
  calls: alertRoutes,
  queues: alertQueues,
  ownData: alertsOwnData,
}

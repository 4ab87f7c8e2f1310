import type { Feature } from '#service/platform/feature.ts'
import { alertQueues } from './jobs.ts'
import { alertRoutes } from './routes.ts'
import { alertsOwnData } from './own-data.ts'

export const alerts: Feature = {
  calls: alertRoutes,
  queues: alertQueues,
  ownData: alertsOwnData,
}

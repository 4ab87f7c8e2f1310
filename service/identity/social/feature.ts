import type { Feature } from '#service/platform/feature.ts'
import { socialQueues } from './jobs.ts'
import { socialRoutes } from './routes.ts'

export const social: Feature = {
  calls: socialRoutes,
  queues: socialQueues,
}

import type { Feature } from '#service/platform/feature.ts'
import { securityQueues } from './jobs.ts'
import { securityRoutes } from './routes.ts'

export const security: Feature = {
  calls: securityRoutes,
  queues: securityQueues,
  ownData: { personal: ['protect_refusals'] },
}

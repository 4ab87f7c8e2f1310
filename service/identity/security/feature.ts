import type { Feature } from '#service/platform/feature.ts'
import { securityQueues } from './jobs.ts'
import { securityRoutes } from './routes.ts'

export const security: Feature = {
  readsTables: ['passkeys', 'second_factors', 'security_events'],
  calls: securityRoutes,
  queues: securityQueues,
  ownData: { personal: ['protect_refusals'] },
}

import type { Feature } from '#service/platform/feature.ts'
import { gpuChecks } from './checks.ts'
import { hostRoutes } from './host-routes.ts'
import { gpuQueues } from './jobs.ts'
import { rentalOwnData } from './own-data.ts'
import { gpuRoutes } from './routes.ts'

export const gpu: Feature = {
  readsTables: ['users'],
  calls: gpuRoutes,
  addresses: hostRoutes,
  queues: gpuQueues,
  checks: gpuChecks,
  commands: async () => (await import('./commands.ts')).commands,
  ownData: rentalOwnData,
}

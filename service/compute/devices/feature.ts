import type { Feature } from '#service/platform/feature.ts'
import { deviceQueues } from './jobs.ts'
import { agentRoutes, deviceRoutes } from './routes.ts'
import { devicesOwnData } from './own-data.ts'

export const devices: Feature = {
  calls: deviceRoutes,
  addresses: agentRoutes,
  queues: deviceQueues,
  commands: async () => (await import('./commands.ts')).commands,
  ownData: devicesOwnData,
}

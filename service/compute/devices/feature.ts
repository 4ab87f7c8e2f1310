import type { Feature } from '#service/platform/feature.ts'
import { deviceQueues } from './jobs.ts'
import { devicesOwnData } from './own-data.ts'
import { agentRoutes, deviceRoutes } from './routes.ts'

export const devices: Feature = {
  readsTables: ['device_alerts', 'earnings'],
  calls: deviceRoutes,
  addresses: agentRoutes,
  queues: deviceQueues,
  commands: async () => (await import('./commands.ts')).commands,
  ownData: devicesOwnData,
}

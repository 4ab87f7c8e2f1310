import type { Feature } from '#service/platform/feature.ts'
import { versionQueues } from './jobs.ts'
import { versionsOwnData } from './own-data.ts'
import { packageAddresses, versionReads, versionRoutes } from './routes.ts'

export const versions: Feature = {
  readsTables: ['users'],
  calls: versionRoutes,
  reads: versionReads,
  addresses: packageAddresses,
  queues: versionQueues,
  commands: async () => (await import('./commands.ts')).commands,
  ownData: versionsOwnData,
}

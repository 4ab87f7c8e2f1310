import type { Feature } from '#service/platform/feature.ts'
import { ambassadorChecks } from './checks.ts'
import { ambassadorQueues } from './jobs.ts'
import { ambassadorsOwnData } from './own-data.ts'
import { ambassadorReads, ambassadorRoutes } from './routes.ts'

export const ambassadors: Feature = {
  readsTables: ['device_hours', 'devices', 'earnings', 'invitation_days', 'invitations', 'settlements', 'users'],
  calls: ambassadorRoutes,
  reads: ambassadorReads,
  queues: ambassadorQueues,
  checks: ambassadorChecks,
  commands: async () => (await import('./commands.ts')).commands,
  ownData: ambassadorsOwnData,
}

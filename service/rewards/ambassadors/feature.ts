import type { Feature } from '#service/platform/feature.ts'
import { ambassadorChecks } from './checks.ts'
import { ambassadorQueues } from './jobs.ts'
import { ambassadorsOwnData } from './own-data.ts'
import { ambassadorRoutes } from './routes.ts'

export const ambassadors: Feature = {
  readsTables: ['device_hours', 'devices', 'earnings', 'invitation_days', 'invitations', 'settlements', 'users'],
  calls: ambassadorRoutes,
  queues: ambassadorQueues,
  checks: ambassadorChecks,
  commands: async () => (await import('./commands.ts')).commands,
  ownData: ambassadorsOwnData,
}

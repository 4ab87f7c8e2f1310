import type { Feature } from '#service/platform/feature.ts'
import { invitationChecks } from './checks.ts'
import { invitationQueues } from './jobs.ts'
import { invitationsOwnData } from './own-data.ts'
import { invitationReads, invitationRoutes } from './routes.ts'

export const invitations: Feature = {
  readsTables: ['device_hours', 'devices', 'earnings', 'network_sightings', 'points', 'settlements', 'users'],
  calls: invitationRoutes,
  reads: invitationReads,
  queues: invitationQueues,
  checks: invitationChecks,
  commands: async () => (await import('./commands.ts')).commands,
  ownData: invitationsOwnData,
}

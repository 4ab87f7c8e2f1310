import type { Feature } from '#service/platform/feature.ts'
import { pointChecks } from './checks.ts'
import { pointsOwnData } from './own-data.ts'
import { pointReads, pointRoutes } from './routes.ts'

export const points: Feature = {
  readsTables: ['device_hours', 'devices', 'settlements', 'user_hours'],
  calls: pointRoutes,
  reads: pointReads,
  checks: pointChecks,
  commands: async () => (await import('./commands.ts')).commands,
  ownData: pointsOwnData,
}

import type { Feature } from '#service/platform/feature.ts'
import { earningChecks } from './checks.ts'
import { earningQueues } from './jobs.ts'
import { earningsOwnData } from './own-data.ts'
import { earningRoutes } from './routes.ts'

export const earnings: Feature = {
  readsTables: ['device_days', 'device_hours', 'devices', 'orders', 'projects', 'recharges'],
  calls: earningRoutes,
  queues: earningQueues,
  checks: earningChecks,
  commands: async () => (await import('./commands.ts')).commands,
  ownData: earningsOwnData,
}

import type { Feature } from '#service/platform/feature.ts'
import { taskChecks } from './checks.ts'
import { taskQueues } from './jobs.ts'
import { tasksOwnData } from './own-data.ts'
import { taskRoutes } from './routes.ts'

export const tasks: Feature = {
  readsTables: ['device_hours', 'devices', 'points', 'users'],
  calls: taskRoutes,
  queues: taskQueues,
  checks: taskChecks,
  commands: async () => (await import('./commands.ts')).commands,
  ownData: tasksOwnData,
}

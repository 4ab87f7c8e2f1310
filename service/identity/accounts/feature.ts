import type { Feature } from '#service/platform/feature.ts'
import { accountQueues } from './jobs.ts'
import { accountRoutes } from './routes.ts'

export const accounts: Feature = {
  calls: accountRoutes,
  queues: accountQueues,
  commands: async () => (await import('./commands.ts')).commands,
}

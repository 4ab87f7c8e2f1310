import type { Feature } from '#service/platform/feature.ts'
import { noticeQueues } from './jobs.ts'
import { noticesOwnData } from './own-data.ts'
import { noticeRoutes } from './routes.ts'

export const notices: Feature = {
  readsTables: ['devices', 'users'],
  calls: noticeRoutes,
  queues: noticeQueues,
  commands: async () => (await import('./commands.ts')).commands,
  ownData: noticesOwnData,
}

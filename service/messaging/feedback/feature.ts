import type { Feature } from '#service/platform/feature.ts'
import { feedbackQueues } from './jobs.ts'
import { feedbackOwnData } from './own-data.ts'
import { feedbackRoutes } from './routes.ts'
import { pictureRoutes } from './upload.ts'

export const feedback: Feature = {
  readsTables: ['user_messages'],
  calls: feedbackRoutes,
  addresses: pictureRoutes,
  queues: feedbackQueues,
  commands: async () => (await import('./commands.ts')).commands,
  ownData: feedbackOwnData,
}

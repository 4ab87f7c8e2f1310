import type { Feature } from '#service/platform/feature.ts'
import { messagesOwnData } from './own-data.ts'
import { messageRoutes } from './routes.ts'

export const messages: Feature = {
  readsTables: ['broadcasts', 'notices', 'user_messages'],
  calls: messageRoutes,
  commands: async () => (await import('./commands.ts')).commands,
  ownData: messagesOwnData,
}

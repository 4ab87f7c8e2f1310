import type { Feature } from '#service/platform/feature.ts'
import { messagesOwnData } from './own-data.ts'
import { messageRoutes } from './routes.ts'

export const messages: Feature = {
  calls: messageRoutes,
  commands: async () => (await import('./commands.ts')).commands,
  ownData: messagesOwnData,
}

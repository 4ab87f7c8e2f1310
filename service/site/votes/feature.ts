import type { Feature } from '#service/platform/feature.ts'
import { voteRoutes } from './routes.ts'

export const votes: Feature = {
  calls: voteRoutes,
  commands: async () => (await import('./commands.ts')).commands,
}

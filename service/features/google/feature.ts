import type { Feature } from '../feature.ts'
import { googleRoutes } from './routes.ts'

export const google: Feature = {
  calls: googleRoutes,
  commands: async () => (await import('./commands.ts')).commands,
}

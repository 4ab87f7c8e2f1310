import type { Feature } from '#service/platform/feature.ts'
import { marketReads, marketRoutes } from './routes.ts'

export const market: Feature = {
  calls: marketRoutes,
  reads: marketReads,
  commands: async () => (await import('./commands.ts')).commands,
}

import type { Feature } from '#service/platform/feature.ts'
import { marketReads, marketRoutes } from './routes.ts'

export const market: Feature = {
  readsTables: ['earnings', 'farms', 'orders'],
  calls: marketRoutes,
  reads: marketReads,
  commands: async () => (await import('./commands.ts')).commands,
}

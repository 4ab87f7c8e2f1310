import type { Feature } from '#service/platform/feature.ts'
import { currencyRoutes } from './routes.ts'

export const currencies: Feature = {
  calls: currencyRoutes,
  commands: async () => (await import('./commands.ts')).commands,
}

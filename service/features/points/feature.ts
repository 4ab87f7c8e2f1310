import type { Feature } from '../feature.ts'
import { pointChecks } from './checks.ts'
import { pointRoutes } from './routes.ts'

export const points: Feature = {
  calls: pointRoutes,
  checks: pointChecks,
  commands: async () => (await import('./commands.ts')).commands,
}

import type { Feature } from '#service/platform/feature.ts'
import { depositChecks } from './checks.ts'
import { depositsOwnData } from './own-data.ts'
import { depositRoutes } from './routes.ts'

/** The queue of deposits is added by the composition, because it needs the payment handlers of all features. */
export const deposits: Feature = {
  readsTables: ['payouts'],
  calls: depositRoutes,
  checks: depositChecks,
  commands: async () => (await import('./commands.ts')).commands,
  ownData: depositsOwnData,
}

import type { Feature } from '#service/platform/feature.ts'
import { depositChecks } from './checks.ts'
/** Its job needs to know the takers of all features: `index.ts` adds it. */ import { depositsOwnData } from './own-data.ts'
import { depositRoutes } from './routes.ts'

export const deposits: Feature = {
  readsTables: ['payouts'],
  calls: depositRoutes,
  checks: depositChecks,
  commands: async () => (await import('./commands.ts')).commands,
  ownData: depositsOwnData,
}

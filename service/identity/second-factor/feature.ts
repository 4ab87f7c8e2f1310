import type { Feature } from '#service/platform/feature.ts'
import { completeFactorRecoveries } from './recovery.ts'
import { secondFactorRoutes } from './routes.ts'

export const secondFactor: Feature = {
  calls: secondFactorRoutes,
  queues: (ctx) => [{ name: 'lost-factors', cron: '*/10 * * * *', run: () => completeFactorRecoveries(ctx) }],
}

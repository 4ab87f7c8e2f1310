import type { Feature } from '#service/platform/feature.ts'
import { endLosses } from './losing.ts'
import { secondFactorRoutes } from './routes.ts'

export const secondFactor: Feature = {
  calls: secondFactorRoutes,
  queues: (ctx) => [{ name: 'lost-factors', cron: '*/10 * * * *', run: () => endLosses(ctx) }],
}

import type { Feature } from '#service/platform/feature.ts'
import { closeDue } from './closing.ts'
import { identityOwnData } from './own-data.ts'
import { ownAccountRoutes } from './routes.ts'

export const ownAccount: Feature = {
  calls: ownAccountRoutes,
  queues: (ctx) => [{ name: 'close-accounts', cron: '15 * * * *', run: () => closeDue(ctx) }],
  ownData: identityOwnData,
}

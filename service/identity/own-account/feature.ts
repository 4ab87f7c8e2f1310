import type { Feature } from '#service/platform/feature.ts'
import { closeDueAccounts } from './close-account.ts'
import { identityOwnData } from './own-data.ts'
import { ownAccountRoutes } from './routes.ts'

export const ownAccount: Feature = {
  calls: ownAccountRoutes,
  queues: (ctx) => [{ name: 'close-accounts', cron: '15 * * * *', run: () => closeDueAccounts(ctx) }],
  ownData: identityOwnData,
}

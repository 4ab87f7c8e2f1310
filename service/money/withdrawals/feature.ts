import type { Feature } from '#service/platform/feature.ts'
import { withdrawalChecks } from './checks.ts'
import { withdrawalQueues } from './jobs.ts'
import { withdrawalsOwnData } from './own-data.ts'
import { withdrawalRoutes } from './routes.ts'

export const withdrawals: Feature = {
  readsTables: ['earnings', 'transfers', 'users', 'wallet_addresses', 'wallets'],
  calls: withdrawalRoutes,
  queues: withdrawalQueues,
  checks: withdrawalChecks,
  commands: async () => (await import('./commands.ts')).commands,
  ownData: withdrawalsOwnData,
}

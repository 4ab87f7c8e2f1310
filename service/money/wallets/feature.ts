import type { Feature } from '#service/platform/feature.ts'
import { walletsOwnData } from './own-data.ts'
import { walletRoutes } from './routes.ts'

export const wallets: Feature = {
  readsTables: ['deposit_addresses', 'signed_transfers', 'withdrawals'],
  calls: walletRoutes,
  ownData: walletsOwnData,
}

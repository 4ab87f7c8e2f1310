import type { Feature } from '#service/platform/feature.ts'
import { walletRoutes } from './routes.ts'
import { walletsOwnData } from './own-data.ts'

export const wallets: Feature = {
  calls: walletRoutes,
  ownData: walletsOwnData,
}

import type { Feature } from '#service/platform/feature.ts'
import { walletRoutes } from './routes.ts'

export const wallets: Feature = {
  calls: walletRoutes,
}

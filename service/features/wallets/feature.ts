import type { Feature } from '../feature.ts'
import { walletRoutes } from './routes.ts'

export const wallets: Feature = {
  calls: walletRoutes,
}

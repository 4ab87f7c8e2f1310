import type { Feature } from '../feature.ts'
import { rechargeTaker } from './recharging.ts'
import { balanceRoutes } from './routes.ts'

export const balance: Feature = { calls: balanceRoutes, takers: [rechargeTaker] }

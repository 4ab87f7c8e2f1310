import type { Feature } from '#service/platform/feature.ts'
import { balanceOwnData } from './own-data.ts'
import { rechargeTaker } from './recharging.ts'
import { balanceRoutes } from './routes.ts'

export const balance: Feature = { calls: balanceRoutes, takers: [rechargeTaker], ownData: balanceOwnData }

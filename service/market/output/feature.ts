import type { Feature } from '#service/platform/feature.ts'
import { outputOwnData } from './own-data.ts'
import { outputReads, outputRoutes } from './routes.ts'

/** Output of paid orders: the watcher and its shared link. */
export const output: Feature = {
  readsTables: ['cloud_rates', 'earnings', 'farm_days', 'farms', 'orders'],
  calls: outputRoutes,
  reads: outputReads,
  ownData: outputOwnData,
}

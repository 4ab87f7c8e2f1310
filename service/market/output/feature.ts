import type { Feature } from '#service/platform/feature.ts'
/** What paid orders bring: the watcher, and its link for others. */ import { outputOwnData } from './own-data.ts'
import { outputReads, outputRoutes } from './routes.ts'

export const output: Feature = {
  readsTables: ['cloud_rates', 'earnings', 'farm_days', 'farms', 'orders'],
  calls: outputRoutes,
  reads: outputReads,
  ownData: outputOwnData,
}

import type { Feature } from '#service/platform/feature.ts'
import { activityRoutes } from './routes.ts'

export const activity: Feature = {
  calls: activityRoutes,
}

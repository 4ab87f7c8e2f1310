import type { Feature } from '#service/feature.ts'
import { activityRoutes } from './routes.ts'

export const activity: Feature = {
  calls: activityRoutes,
}

import type { Feature } from '../feature.ts'
import { activityRoutes } from './routes.ts'

export const activity: Feature = {
  calls: activityRoutes,
}

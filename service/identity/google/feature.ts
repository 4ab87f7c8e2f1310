import type { Feature } from '#service/platform/feature.ts'
import { googleRoutes } from './routes.ts'

export const google: Feature = {
  calls: googleRoutes,
}

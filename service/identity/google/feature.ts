import type { Feature } from '#service/feature.ts'
import { googleRoutes } from './routes.ts'

export const google: Feature = {
  calls: googleRoutes,
}

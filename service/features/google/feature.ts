import type { Feature } from '../feature.ts'
import { googleRoutes } from './routes.ts'

export const google: Feature = {
  calls: googleRoutes,
}

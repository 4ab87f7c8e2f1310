import type { Feature } from '#service/platform/feature.ts'
import { passkeyRoutes } from './routes.ts'

export const passkeys: Feature = {
  calls: passkeyRoutes,
  ownData: { personal: ['passkeys'] },
}

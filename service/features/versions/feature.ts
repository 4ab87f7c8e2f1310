import type { Feature } from '../feature.ts'
import { packageLinks, versionReads, versionRoutes } from './routes.ts'

export const versions: Feature = {
  calls: versionRoutes,
  reads: versionReads,
  addresses: packageLinks,
  commands: async () => (await import('./commands.ts')).commands,
}

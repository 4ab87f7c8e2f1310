import type { Feature } from '../feature.ts'
import { liveCalls, liveStream } from './routes.ts'

export const live: Feature = { calls: liveCalls, addresses: liveStream }

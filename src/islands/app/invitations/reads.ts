import { $info } from '../ambassadors/store.ts'
import { $counts, $invitations, $share } from './store.ts'

export const reads = [$share, $counts, $info, $invitations]

import { tronNetwork } from '#world/tron-network-world.ts'
import { conformance } from '../conformance.ts'

conformance(tronNetwork)

import { solanaNetwork } from '#world/solana-network-world.ts'
import { conformance } from '../conformance.ts'

conformance(solanaNetwork)

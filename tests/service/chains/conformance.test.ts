import { evmNetworks } from '#world/evm-network-world.ts'
import { conformance } from './conformance.ts'

for (const kind of evmNetworks) conformance(kind)

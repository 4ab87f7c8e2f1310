import { $networks, $overview, recharges } from './store.ts'

export const reads = [$overview, $networks, recharges.$list]

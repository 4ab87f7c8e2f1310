import { $wallets } from './store.ts'

export const reads = [$wallets]

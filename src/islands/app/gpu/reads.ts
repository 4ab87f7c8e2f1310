import { $offers } from './store.ts'

export const reads = [$offers]

import { $newest } from './store.ts'

export const reads = [$newest]

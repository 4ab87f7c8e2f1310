import { $list, $overview } from './store.ts'

export const reads = [$list, $overview]

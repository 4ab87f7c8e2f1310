import { $income, $summaries } from './range.ts'
import { $earnings } from './store.ts'

export const reads = [$earnings, $income, $summaries]

import { createIndexes, type Indexes } from '../build-indexes.ts'

/** Counted on each visit of the operators' home. */
export const indexes: Indexes = {
  reports_unclosed: 'reports (at) where closed_at is null',
}

export const up = createIndexes(indexes)

import { createIndexes, type Indexes } from '../build-indexes.ts'

/** The orders of the lists that operators page through; 058 has those of accounts, of the audit and of all withdrawals. */
export const indexes: Indexes = {
  withdrawals_by_status_and_time: 'withdrawals (status, requested_at, id)',
  invitations_by_time: 'invitations (registered_at, id)',
  invitations_by_review: 'invitations (review, registered_at, id)',
}

export const up = createIndexes(indexes)

import { AsyncLocalStorage } from 'node:async_hooks'
import { DatabaseUnavailableError, isUnavailable } from './unavailable.ts'

/** Whether a piece of work may have changed the database. */
interface Changes {
  mayHaveChanged: boolean
}
const changes = new AsyncLocalStorage<Changes>()

/** May say yes for a statement that changes nothing, such as a locking read; never no for one that does. */
const WRITES = /\b(insert|update|delete|merge|truncate|call|do|alter|create|drop|pg_notify)\b/i
const BEGINS = /^\s*(begin|start transaction)\b/i
const COMMITS = /^\s*commit\b/i
const ROLLS_BACK = /^\s*rollback(?!\s+to)\b/i

/** The transaction of a connection. */
export interface TransactionState {
  isOpen: boolean
  hasWritten: boolean
}
export const noTransaction = (): TransactionState => ({ isOpen: false, hasWritten: false })

/**
 * Records that a statement is sent, before its outcome is known: a write counts when it is sent outside of a transaction, or when
 * its transaction is committed.
 */
export function recordStatement(text: string, state: TransactionState): void {
  const current = changes.getStore()
  const writes = WRITES.test(text)
  if (BEGINS.test(text)) Object.assign(state, { isOpen: true, hasWritten: false })
  else if (ROLLS_BACK.test(text)) Object.assign(state, noTransaction())
  else if (COMMITS.test(text)) {
    if (state.hasWritten && current) current.mayHaveChanged = true
    Object.assign(state, noTransaction())
  } else if (state.isOpen) state.hasWritten ||= writes
  else if (writes && current) current.mayHaveChanged = true
}

/** Records that the running work's changes are about to be committed, by a connection that it shares with others. */
export function recordCommit(): void {
  const current = changes.getStore()
  if (current) current.mayHaveChanged = true
}

/** Records that the work acts outside of the database, such as a message that is sent: it is done whatever becomes of the rest. */
export function recordOutsideAct(): void {
  const current = changes.getStore()
  if (current) current.mayHaveChanged = true
}

/**
 * Runs work that changes the database. Throws DatabaseUnavailableError where the database went away and nothing was changed; any
 * other error, and one after which a change is in doubt, stays as it is.
 */
export async function runTrackingChanges<T>(work: () => Promise<T>): Promise<T> {
  const mine: Changes = { mayHaveChanged: false }
  try {
    return await changes.run(mine, work)
  } catch (error) {
    if (!isUnavailable(error)) throw error
    if (!mine.mayHaveChanged) throw new DatabaseUnavailableError(error)
    // The pool refuses a connection with the error that says "nothing was changed", which is untrue for the work as a whole.
    throw error instanceof DatabaseUnavailableError ? error.cause : error
  }
}

import type { Database } from '#service/platform/db/open.ts'
import type { Transfer } from './post.ts'

/** Rows that a work has written, and the transfers that its transaction posts last. */
export interface Prepared<T> {
  readonly answer: T
  readonly transfers: readonly Transfer[]
  /** Unix milliseconds. */
  readonly now: number
  /** Writes rows that depend on which operation keys were new. The ledger head is held. */
  afterPosting?(db: Database, written: ReadonlySet<string>): Promise<void>
}

/** A transaction of a caller that ends with its transfers. */
export interface Work<T> {
  /** The user whose row `prepare` locks before any other. */
  readonly userId?: string
  /** The row of others that it locks next, for example `plan/ID`: works that share a transaction run in this order. */
  readonly nextRow?: string
  /**
   * Writes the caller's rows. May run again, where an earlier run is undone: it must change nothing outside of the database. It must
   * not post itself, nor begin or end a transaction.
   */
  prepare(db: Database): Promise<Prepared<T>>
}

/** A work that waits for its answer. */
export interface Member {
  readonly work: Work<unknown>
  /** Runs code in the asynchronous context of the caller, to whose request its statements belong. */
  inContext<T>(code: () => T): T
}

export type Outcome =
  | { readonly kind: 'answer'; readonly answer: unknown }
  | { readonly kind: 'refused'; readonly error: unknown }
  /** Not begun, or undone because a neighbour before it was refused: it goes into the next group. */
  | { readonly kind: 'again' }
  /** Nothing of it was written: it runs in a transaction of its own, once its first run has ended. */
  | { readonly kind: 'alone'; readonly ended: Promise<unknown> }

export interface GroupLimits {
  /** Works that lock a user's row in one transaction. */
  readonly maxRowWorks: number
  /** Other works in one transaction. */
  readonly maxWorks: number
  /** Time after which a group starts no further work. */
  readonly startMs: number
  /** Time of one work, its waits included. */
  readonly workMs: number
  /** Time of waiting for one lock before the ledger head. PostgreSQL looks for deadlocks after 1,000 ms, and would end another transaction. */
  readonly lockMs: number
}

export const GROUP_LIMITS: GroupLimits = { maxRowWorks: 24, maxWorks: 500, startMs: 400, workMs: 500, lockMs: 250 }

import type { RawBuilder } from 'kysely'
import type { closingBlockers } from '#lib/contract/own-account.ts'
import type { Database } from './db/open.ts'
import type { Tables } from './db/tables.ts'

/** The data of one user that a feature holds: exported when they ask for it, and forgotten when they close their account. */

export type Row = Record<string, unknown>
export type Part = (userId: string) => RawBuilder<Row>

/** Tables whose rows name their user. */
type UserTable = { [Name in keyof Tables]: Tables[Name] extends { user_id: string } ? Name : never }[keyof Tables]

type Blocker = Exclude<(typeof closingBlockers)[number], 'balance'>

export interface OwnData {
  /**
   * The rows of a user, by the name of the part: no hashes, no secrets, no data of other users. `amount`, `fee` and `receive`
   * are in units of the row's `coin`. A table that leads to a user and is in no part fails a test, unless the test gives a
   * reason.
   */
  readonly parts?: Readonly<Record<string, Part>>
  /** Tables whose rows are deleted with the account, after every `forget`. */
  readonly personal?: readonly UserTable[]
  /** Queries that return a row while something keeps the account open. Times are Unix milliseconds. */
  readonly blockers?: Readonly<Partial<Record<Blocker, (userId: string, now: number) => RawBuilder<unknown>>>>
  /** Locks the rows that must not change while the account is closed; called after the user's own row is locked. */
  lock?(db: Database, userId: string): Promise<void>
  /** Erases other personal data. Records of the ledger and of the chain stay, under an id. */
  forget?(db: Database, of: { userId: string; username: string; now: number }): Promise<void>
}

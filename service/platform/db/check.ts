import { sql } from 'kysely'
import type { Database } from './open.ts'

/** One invariant of the data. It holds when `run` returns no row; it never writes. */
export interface Check {
  /** Its id in the list of invariants, for example `V1`. */
  readonly id: string
  readonly holds: string
  /**
   * The rows in breach, one line each, at most `MAX_ROWS`. A check of the ledger reads only the stretches of the scope; without one, and every
   * other check, all.
   */
  run(db: Database, now: number, scope?: Scope): Promise<string[]>
}

/** The transfers after one sequence number, up to another one. */
export interface Stretch {
  readonly after: bigint
  readonly upTo: bigint
}

/** Part of the ledger that a run of the checks reads. */
export interface Scope {
  readonly stretches: readonly Stretch[]
  /** The transfer up to which the balances were verified and signed; 0 for none. */
  readonly checked: bigint
}

export const MAX_ROWS = 20

/** A check that is one query: every row that it returns is in breach, and its column `breach` says how. */
export function queryCheck(id: string, holds: string, query: (now: number) => ReturnType<typeof sql>): Check {
  return {
    id,
    holds,
    async run(db, now) {
      const { rows } = await sql<{ breach: string }>`
        select breach from (${query(now)}) as found (breach) limit ${MAX_ROWS}`.execute(db)
      return rows.map(({ breach }) => breach)
    },
  }
}

import { sql } from 'kysely'
import type { Pool } from 'pg'
import { assets } from '#lib/money/coins.ts'
import { type Check, queryCheck, type Scope } from '#service/platform/db/check.ts'
import { connect, type Database, LONG_STATEMENT_MS, sessionUrlOf } from '#service/platform/db/open.ts'
import { snapshot } from '#service/platform/db/snapshot.ts'
import { PLATFORM, platformKinds, userKindsOf } from './accounts.ts'
import { balancesOff, brokenLinks, coinsOff, pieceCheck, within } from './pieces.ts'

/** Every combination of owner, asset and kind that may exist, as SQL rows. */
const knownAccounts = sql.join(
  assets.flatMap((asset) => [
    ...platformKinds.map((kind) => sql`('platform', ${asset}, ${kind})`),
    ...userKindsOf(asset).map((kind) => sql`('user', ${asset}, ${kind})`),
  ]),
)

/** Invariants of the ledger itself, over transfers of every kind. */
export const ledgerChecks: readonly Check[] = [
  pieceCheck(
    'V1',
    'each transfer sums to zero in each coin',
    (piece) => sql`
      select format('transfer %s is off by %s %s', sequence, sum(amount), coin)
      from entries join ledger_accounts on id = account_id where ${within(piece)}
      group by sequence, coin having sum(amount) <> 0`,
  ),
  { id: 'V2', holds: 'all entries of a coin sum to zero', run: (db, _, scope) => coinsOff(db, scope) },
  { id: 'V3', holds: 'each balance is the sum of its entries', run: (db, _, scope) => balancesOff(db, scope) },
  queryCheck(
    'V4',
    'no balance of a user is below zero',
    () => sql`
      select format('%s/%s/%s holds %s', owner, coin, kind, balance)
      from ledger_accounts where owner <> ${PLATFORM} and balance < 0`,
  ),
  pieceCheck(
    'V5',
    'each transfer has entries',
    (piece) => sql`
      select format('transfer %s (%s) has %s entries', t.sequence, operation, count(e.sequence))
      from transfers t left join entries e using (sequence) where t.${within(piece)}
      group by t.sequence having count(e.sequence) < 2`,
  ),
  { id: 'V6', holds: 'the chain of transfers is whole', run: (db, _, scope) => brokenLinks(db, scope) },
  queryCheck(
    'V7',
    'every account is of a known owner, asset and kind',
    () => sql`
      select format('%s/%s/%s is no account', owner, coin, kind)
      from ledger_accounts left join users on users.id = owner
      where (case when owner = ${PLATFORM} then 'platform' else 'user' end, coin, kind) not in (${knownAccounts})
        or (owner <> ${PLATFORM} and users.id is null)`,
  ),
]

/** Result of `verifyMoney`: breaches by check, and the numbers of checks, transfers and entries. */
export interface Verification {
  readonly breaches: readonly { id: string; holds: string; rows: readonly string[] }[]
  readonly checks: number
  readonly transfers: number
  readonly entries: number
}

/** Reads, in the snapshot of the checks, which part of the ledger they read; all of it without one. */
export type ReadScope = (db: Database) => Promise<Scope>

/**
 * Runs the checks on one read-only snapshot and returns their breaches with the numbers of checks, transfers and entries. Checks
 * read whole tables, so `db` needs a long statement timeout.
 */
export function verifyMoney(
  db: Database,
  checks: readonly Check[],
  now: number,
  readScope?: ReadScope,
): Promise<Verification> {
  return snapshot(db, async (db) => {
    const breaches: Verification['breaches'][number][] = []
    const scope = await readScope?.(db)
    for (const { id, holds, run } of checks) {
      const rows = await run(db, now, scope)
      if (rows.length > 0) breaches.push({ id, holds, rows })
    }
    const { rows } = await sql<{ transfers: number; entries: number }>`
        select (select count(*)::int from transfers) as transfers, (select count(*)::int from entries) as entries`.execute(
      db,
    )
    return { breaches, checks: checks.length, transfers: rows[0]?.transfers ?? 0, entries: rows[0]?.entries ?? 0 }
  })
}

/** Runs `verifyMoney` on a separate connection with a long statement timeout, to the database of the pool. */
export async function verifyMoneyAt(
  pool: Pool,
  checks: readonly Check[],
  now: number,
  readScope?: ReadScope,
): Promise<Verification> {
  return withLongStatements(pool, (db) => verifyMoney(db, checks, now, readScope))
}

/** Does work on a separate connection with a long statement timeout, to the database of the pool. */
export async function withLongStatements<T>(pool: Pool, work: (db: Database) => Promise<T>): Promise<T> {
  const { db, close } = connect(sessionUrlOf(pool), () => undefined, {
    statementMs: LONG_STATEMENT_MS,
    connectMs: pool.options.connectionTimeoutMillis ?? 0,
  })
  try {
    return await work(db)
  } finally {
    await close()
  }
}

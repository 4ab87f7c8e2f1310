import { sql } from 'kysely'
import type { Pool } from 'pg'
import { assets } from '#lib/money/coins.ts'
import { type Check, MAX_ROWS, queryCheck } from '#service/platform/db/check.ts'
import { connect, type Database, LONG_STATEMENT_MS } from '#service/platform/db/open.ts'
import { snapshot } from '#service/platform/db/snapshot.ts'
import { PLATFORM, platformKinds, userKindsOf } from './accounts.ts'
import { chainHash } from './chain.ts'

const BATCH = 20_000

/** Every combination of owner, asset and kind that may exist, as SQL rows. */
const knownAccounts = sql.join(
  assets.flatMap((asset) => [
    ...platformKinds.map((kind) => sql`('platform', ${asset}, ${kind})`),
    ...userKindsOf(asset).map((kind) => sql`('user', ${asset}, ${kind})`),
  ]),
)

/** Invariants of the ledger itself, over transfers of every kind. */
export const ledgerChecks: readonly Check[] = [
  queryCheck(
    'V1',
    'each transfer sums to zero in each coin',
    () => sql`
      select format('transfer %s is off by %s %s', sequence, sum(amount), coin)
      from entries join ledger_accounts on id = account_id group by sequence, coin having sum(amount) <> 0`,
  ),
  queryCheck(
    'V2',
    'all entries of a coin sum to zero',
    () => sql`
      select format('%s is off by %s', coin, sum(amount))
      from entries join ledger_accounts on id = account_id group by coin having sum(amount) <> 0`,
  ),
  queryCheck(
    'V3',
    'each balance is the sum of its entries',
    () => sql`
      select format('%s/%s/%s holds %s, its entries say %s', owner, coin, kind, balance, coalesce(total, 0))
      from ledger_accounts
      left join (select account_id, sum(amount) as total from entries group by account_id) as sums on account_id = id
      where balance <> coalesce(total, 0)`,
  ),
  queryCheck(
    'V4',
    'no balance of a user is below zero',
    () => sql`
      select format('%s/%s/%s holds %s', owner, coin, kind, balance)
      from ledger_accounts where owner <> ${PLATFORM} and balance < 0`,
  ),
  queryCheck(
    'V5',
    'each transfer has entries',
    () => sql`
      select format('transfer %s (%s) has %s entries', t.sequence, operation, count(e.sequence))
      from transfers t left join entries e using (sequence) group by t.sequence having count(e.sequence) < 2`,
  ),
  { id: 'V6', holds: 'the chain of transfers is whole', run: (db) => brokenLinks(db) },
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

interface Row {
  sequence: string
  operation: string
  kind: string
  at: Date
  hash: string
  accounts: string[]
  amounts: string[]
}

/** Walks the chain from its beginning and reports gaps in the sequence, decreasing times and wrong hashes, at most MAX_ROWS. */
async function brokenLinks(db: Database): Promise<string[]> {
  const broken: string[] = []
  let before = { sequence: 0n, at: 0, hash: '' }
  for (let rows = await linksAfter(db, 0n); rows.length > 0; rows = await linksAfter(db, before.sequence)) {
    for (const row of rows) {
      const [sequence, at] = [BigInt(row.sequence), row.at.getTime()]
      const entries = row.accounts.map((account, index) => ({ account, amount: BigInt(row.amounts[index] ?? 0) }))
      const hash = chainHash(before.hash, { sequence, operation: row.operation, kind: row.kind, at, entries })
      if (sequence !== before.sequence + 1n) broken.push(`transfer ${before.sequence + 1n} is missing`)
      if (at < before.at) broken.push(`transfer ${sequence} is older than the one before it`)
      if (hash !== row.hash) broken.push(`transfer ${sequence} (${row.operation}) is not as it was written`)
      if (broken.length >= MAX_ROWS) return broken.slice(0, MAX_ROWS)
      // Continues from the stored hash, so that one change is reported once.
      before = { sequence, at, hash: row.hash }
    }
  }
  const head = await db.selectFrom('ledger_head').selectAll().executeTakeFirst()
  if (head === undefined || BigInt(head.sequence) !== before.sequence || head.hash !== before.hash)
    broken.push(`the head says ${head?.sequence}, the last transfer is ${before.sequence}`)
  return broken
}

async function linksAfter(db: Database, sequence: bigint): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select t.*, coalesce(e.accounts, '{}') as accounts, coalesce(e.amounts, '{}') as amounts
    from (select * from transfers where sequence > ${String(sequence)} order by sequence limit ${BATCH}) as t
    left join lateral (
      select array_agg(owner || '/' || coin || '/' || kind) as accounts, array_agg(amount::text) as amounts
      from entries join ledger_accounts on id = account_id where entries.sequence = t.sequence
    ) as e on true
    order by t.sequence`.execute(db)
  return rows
}

/** Result of `verifyMoney`: breaches by check, and the numbers of checks, transfers and entries. */
export interface Verification {
  readonly breaches: readonly { id: string; holds: string; rows: readonly string[] }[]
  readonly checks: number
  readonly transfers: number
  readonly entries: number
}

/**
 * Runs the checks on one read-only snapshot and returns their breaches with the numbers of checks, transfers and entries. Checks
 * read whole tables, so `db` needs a long statement timeout.
 */
export function verifyMoney(db: Database, checks: readonly Check[], now: number): Promise<Verification> {
  return snapshot(db, async (db) => {
    const breaches: Verification['breaches'][number][] = []
    for (const { id, holds, run } of checks) {
      const rows = await run(db, now)
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
export async function verifyMoneyAt(pool: Pool, checks: readonly Check[], now: number): Promise<Verification> {
  const { db, close } = connect(pool.options.connectionString ?? '', () => undefined, {
    statementMs: LONG_STATEMENT_MS,
    connectMs: pool.options.connectionTimeoutMillis ?? 0,
  })
  try {
    return await verifyMoney(db, checks, now)
  } finally {
    await close()
  }
}

import { type RawBuilder, sql } from 'kysely'
import { type Check, MAX_ROWS, type Scope, type Stretch } from '#service/platform/db/check.ts'
import type { Database } from '#service/platform/db/open.ts'
import { chainHash } from './chain.ts'

/** Transfers or accounts of one statement: its time does not grow with the ledger. */
const BATCH = 20_000

/** Condition on a column `sequence`. */
export const within = ({ after, upTo }: Stretch): RawBuilder<unknown> =>
  sql`sequence > ${String(after)} and sequence <= ${String(upTo)}`

async function wholeLedger(db: Database): Promise<Scope> {
  const { rows } = await sql<{ last: string }>`
    select greatest((select max(sequence) from transfers), (select max(sequence) from entries), 0) as last`.execute(db)
  return { stretches: [{ after: 0n, upTo: BigInt(rows[0]?.last ?? 0) }], checked: 0n }
}

function* piecesOf(stretches: readonly Stretch[]): Generator<Stretch> {
  for (const { after, upTo } of stretches)
    for (let from = after; from < upTo; from += BigInt(BATCH)) {
      const to = from + BigInt(BATCH)
      yield { after: from, upTo: to < upTo ? to : upTo }
    }
}

/** A check whose query is run piece by piece of the ledger. */
export function pieceCheck(id: string, holds: string, query: (piece: Stretch) => RawBuilder<unknown>): Check {
  return {
    id,
    holds,
    async run(db, _, scope) {
      const found: string[] = []
      const { stretches } = scope ?? (await wholeLedger(db))
      for (const piece of piecesOf(stretches)) {
        const { rows } = await sql<{ breach: string }>`
          select breach from (${query(piece)}) as found (breach) limit ${MAX_ROWS}`.execute(db)
        found.push(...rows.map(({ breach }) => breach))
        if (found.length >= MAX_ROWS) break
      }
      return found.slice(0, MAX_ROWS)
    },
  }
}

export async function coinsOff(db: Database, scope?: Scope): Promise<string[]> {
  const sums = new Map<string, bigint>()
  for (const piece of piecesOf((scope ?? (await wholeLedger(db))).stretches)) {
    const { rows } = await sql<{ coin: string; sum: bigint }>`
      select coin, sum(amount) as sum from entries join ledger_accounts on id = account_id
      where ${within(piece)} group by coin`.execute(db)
    for (const { coin, sum } of rows) sums.set(coin, (sums.get(coin) ?? 0n) + sum)
  }
  return [...sums].filter(([, sum]) => sum !== 0n).map(([coin, sum]) => `${coin} is off by ${sum}`)
}

/** Sums of the entries of a stretch by account id. */
export async function sumsOf(db: Database, stretch: Stretch): Promise<Map<string, bigint>> {
  const sums = new Map<string, bigint>()
  for (const piece of piecesOf([stretch])) {
    const { rows } = await sql<{ account_id: string; sum: bigint }>`
      select account_id, sum(amount) as sum from entries where ${within(piece)} group by account_id`.execute(db)
    for (const { account_id: id, sum } of rows) sums.set(id, (sums.get(id) ?? 0n) + sum)
  }
  return sums
}

/** Compares each balance with the one that was checked, if any, and the entries since. */
export async function balancesOff(db: Database, scope?: Scope): Promise<string[]> {
  const { upTo } = (await wholeLedger(db)).stretches[0] ?? { upTo: 0n }
  const checked = scope?.checked ?? 0n
  const sums = await sumsOf(db, { after: checked, upTo })
  const off: string[] = []
  let after = '0'
  for (let count = BATCH; count === BATCH && off.length < MAX_ROWS; ) {
    const { rows } = await sql<{ id: string; name: string; balance: bigint; checked: bigint | null }>`
      select id, owner || '/' || coin || '/' || kind as name, account.balance, ledger_checked.balance as checked
      from (select * from ledger_accounts where id > ${after} order by id limit ${BATCH}) as account
      left join ledger_checked on account_id = id order by id`.execute(db)
    for (const { id, name, balance, checked: known } of rows) {
      const total = (checked > 0n ? (known ?? 0n) : 0n) + (sums.get(id) ?? 0n)
      if (balance !== total) off.push(`${name} holds ${balance}, its entries say ${total}`)
    }
    after = rows.at(-1)?.id ?? after
    count = rows.length
  }
  return off.slice(0, MAX_ROWS)
}

interface Link {
  sequence: string
  operation: string
  kind: string
  at: Date
  hash: string
  accounts: string[]
  amounts: string[]
}

/** Walks the chain and reports gaps in the sequence, decreasing times and wrong hashes, at most MAX_ROWS, and a wrong head. */
export async function brokenLinks(db: Database, scope?: Scope): Promise<string[]> {
  const broken: string[] = []
  for (const stretch of (scope ?? (await wholeLedger(db))).stretches) broken.push(...(await brokenIn(db, stretch)))
  const head = await db.selectFrom('ledger_head').selectAll().executeTakeFirst()
  const last = await db.selectFrom('transfers').selectAll().orderBy('sequence', 'desc').limit(1).executeTakeFirst()
  if (head === undefined || head.sequence !== (last?.sequence ?? '0') || head.hash !== (last?.hash ?? ''))
    broken.push(`the head says ${head?.sequence}, the last transfer is ${last?.sequence ?? 0}`)
  return broken.slice(0, MAX_ROWS)
}

/** The link before a stretch, whose hash the first one of the stretch covers. */
async function linkAt(db: Database, sequence: bigint) {
  const row = await db.selectFrom('transfers').selectAll().where('sequence', '=', String(sequence)).executeTakeFirst()
  return { sequence, at: row?.at.getTime() ?? 0, hash: row?.hash ?? '' }
}

async function brokenIn(db: Database, stretch: Stretch): Promise<string[]> {
  const broken: string[] = []
  let before = await linkAt(db, stretch.after)
  for (const piece of piecesOf([stretch])) {
    for (const row of await linksOf(db, piece)) {
      const [sequence, at] = [BigInt(row.sequence), row.at.getTime()]
      const entries = row.accounts.map((account, index) => ({ account, amount: BigInt(row.amounts[index] ?? 0) }))
      const hash = chainHash(before.hash, { sequence, operation: row.operation, kind: row.kind, at, entries })
      if (sequence !== before.sequence + 1n) broken.push(`transfer ${before.sequence + 1n} is missing`)
      if (at < before.at) broken.push(`transfer ${sequence} is older than the one before it`)
      if (hash !== row.hash) broken.push(`transfer ${sequence} (${row.operation}) is not as it was written`)
      if (broken.length >= MAX_ROWS) return broken
      // Continues from the stored hash, so that one change is reported once.
      before = { sequence, at, hash: row.hash }
    }
  }
  if (before.sequence < stretch.upTo) broken.push(`transfer ${stretch.upTo} is missing`)
  return broken
}

async function linksOf(db: Database, piece: Stretch): Promise<Link[]> {
  const { rows } = await sql<Link>`
    select t.*, coalesce(e.accounts, '{}') as accounts, coalesce(e.amounts, '{}') as amounts
    from (select * from transfers where ${within(piece)}) as t
    left join lateral (
      select array_agg(owner || '/' || coin || '/' || kind) as accounts, array_agg(amount::text) as amounts
      from entries join ledger_accounts on id = account_id where entries.sequence = t.sequence
    ) as e on true
    order by t.sequence`.execute(db)
  return rows
}

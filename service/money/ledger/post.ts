import { sql } from 'kysely'
import type { Database } from '#service/platform/db/open.ts'
import { type AccountName, isAccount, keyOf, PLATFORM } from './accounts.ts'
import { chainHash } from './chain.ts'

export interface Entry {
  readonly account: AccountName
  /** Smallest units: above zero comes in, below zero goes out. */
  readonly amount: bigint
}

/** One movement of money. The amounts of its entries sum up to zero in each coin. */
export interface Transfer {
  /** Names the operation once and for all, for example `settle/2026-11-20/USER/ALEO/0`. */
  readonly operation: string
  readonly kind: string
  readonly entries: readonly Entry[]
}

/** A mistake of the caller: such a transfer is never written, whoever asks for it. */
export class LedgerError extends Error {
  override name = 'LedgerError'
}

/** The account of a user holds less than the transfer takes. */
export class Overdrawn extends Error {
  override name = 'Overdrawn'
  readonly account: AccountName
  constructor(account: AccountName) {
    super(`${keyOf(account)} holds too little`)
    this.account = account
  }
}

interface Known {
  id: string
  balance: bigint
}

/**
 * The only writer of money. Writes transfers in their order, as part of the caller's transaction, and returns the
 * operations that it wrote: one that stands in the ledger already is left as it is, so that asking again does nothing.
 * Throws a LedgerError for a transfer that is not in balance, empty, or names an account twice or one that cannot be, and Overdrawn, before
 * anything is written, when a user's account would fall below zero.
 *
 * It holds the ledger's head until the transaction ends: lock your own rows first, post last, and nothing waits in a ring.
 */
export async function post(db: Database, transfers: readonly Transfer[], now: number): Promise<Set<string>> {
  for (const transfer of transfers) check(transfer)
  const head = await lockHead(db)
  const fresh = await unknown(db, transfers)
  if (fresh.length === 0) return new Set()
  const accounts = await openAccounts(db, fresh)
  // Times in the chain never fall, even when the machine's clock was set back.
  const at = Math.max(now, head.at.getTime())
  const chain = { sequence: BigInt(head.sequence), hash: head.hash }
  const rows = fresh.map((transfer) => {
    const { operation, kind } = transfer
    apply(transfer, accounts)
    chain.sequence += 1n
    const entries = transfer.entries.map(({ account, amount }) => ({ account: keyOf(account), amount }))
    chain.hash = chainHash(chain.hash, { sequence: chain.sequence, operation, kind, at, entries })
    return { transfer, sequence: chain.sequence, hash: chain.hash }
  })
  await write(db, { rows, accounts, at: new Date(at), chain })
  return new Set(fresh.map(({ operation }) => operation))
}

/** Holds the ledger's head until the transaction ends: nobody else posts meanwhile. Lock your own rows before it. */
export const lockHead = (db: Database) => db.selectFrom('ledger_head').selectAll().forUpdate().executeTakeFirstOrThrow()

function check({ operation, entries }: Transfer): void {
  if (entries.length < 2) throw new LedgerError(`${operation}: a transfer has at least two entries`)
  const sums = new Map<string, bigint>()
  const seen = new Set<string>()
  for (const { account, amount } of entries) {
    if (amount === 0n) throw new LedgerError(`${operation}: an entry of nothing`)
    if (!isAccount(account)) throw new LedgerError(`${operation}: there is no account ${keyOf(account)}`)
    if (seen.has(keyOf(account))) throw new LedgerError(`${operation}: ${keyOf(account)} is named twice`)
    seen.add(keyOf(account))
    sums.set(account.coin, (sums.get(account.coin) ?? 0n) + amount)
  }
  for (const [coin, sum] of sums) if (sum !== 0n) throw new LedgerError(`${operation}: ${coin} is off by ${sum}`)
}

/** The transfers whose operations the ledger does not hold, each once. */
async function unknown(db: Database, transfers: readonly Transfer[]): Promise<Transfer[]> {
  const byOperation = new Map(transfers.map((transfer) => [transfer.operation, transfer]))
  if (byOperation.size !== transfers.length) throw new LedgerError('an operation is asked for twice at once')
  const { rows } = await sql<{ operation: string }>`
    select operation from transfers where operation = any(${[...byOperation.keys()]}::text[])`.execute(db)
  for (const { operation } of rows) byOperation.delete(operation)
  return [...byOperation.values()]
}

/** Every account that is named, opened where it is new, with its balance. Nobody else writes: the head is held. */
async function openAccounts(db: Database, transfers: readonly Transfer[]): Promise<Map<string, Known>> {
  const named = new Map(transfers.flatMap(({ entries }) => entries.map(({ account }) => [keyOf(account), account])))
  const list = [...named.values()]
  const columns = [list.map(({ owner }) => owner), list.map(({ coin }) => coin), list.map(({ kind }) => kind)] as const
  const wanted = sql`unnest(${columns[0]}::text[], ${columns[1]}::text[], ${columns[2]}::text[])`
  await sql`
    insert into ledger_accounts (owner, coin, kind, balance)
    select owner, coin, kind, 0 from ${wanted} as wanted (owner, coin, kind)
    on conflict do nothing`.execute(db)
  const { rows } = await sql<AccountName & { id: string; balance: bigint }>`
    select id, owner, coin, kind, balance
    from ledger_accounts join ${wanted} as wanted (owner, coin, kind) using (owner, coin, kind)`.execute(db)
  return new Map(rows.map((row) => [keyOf(row), { id: row.id, balance: row.balance }]))
}

function apply({ entries }: Transfer, accounts: ReadonlyMap<string, Known>): void {
  for (const { account, amount } of entries) {
    const known = accounts.get(keyOf(account)) as Known
    known.balance += amount
    if (known.balance < 0n && account.owner !== PLATFORM) throw new Overdrawn(account)
  }
}

interface Written {
  rows: readonly { transfer: Transfer; sequence: bigint; hash: string }[]
  accounts: ReadonlyMap<string, Known>
  at: Date
  chain: { sequence: bigint; hash: string }
}

async function write(db: Database, { rows, accounts, at, chain }: Written): Promise<void> {
  const texts = (values: readonly (string | bigint)[]) => values.map(String)
  await sql`
    insert into transfers (sequence, operation, kind, at, hash)
    select sequence, operation, kind, ${at}, hash
    from unnest(${texts(rows.map(({ sequence }) => sequence))}::bigint[],
                ${rows.map(({ transfer }) => transfer.operation)}::text[],
                ${rows.map(({ transfer }) => transfer.kind)}::text[],
                ${rows.map(({ hash }) => hash)}::text[]) as row (sequence, operation, kind, hash)`.execute(db)
  const entries = rows.flatMap(({ transfer, sequence }) =>
    transfer.entries.map(({ account, amount }) => ({ sequence, id: accounts.get(keyOf(account))?.id ?? '', amount })),
  )
  await sql`
    insert into entries (sequence, account_id, amount)
    select * from unnest(${texts(entries.map(({ sequence }) => sequence))}::bigint[],
                         ${entries.map(({ id }) => id)}::bigint[],
                         ${texts(entries.map(({ amount }) => amount))}::numeric[])`.execute(db)
  const known = [...accounts.values()]
  await sql`
    update ledger_accounts as account set balance = fresh.balance
    from unnest(${known.map(({ id }) => id)}::bigint[],
                ${texts(known.map(({ balance }) => balance))}::numeric[]) as fresh (id, balance)
    where account.id = fresh.id`.execute(db)
  await sql`update ledger_head set sequence = ${String(chain.sequence)}, at = ${at}, hash = ${chain.hash}`.execute(db)
}

/** Counts the accounts anew for the plans of the database, which keeps those that were right when there were few. */
export async function analyzeAccounts(db: Database): Promise<void> {
  await sql`analyze ledger_accounts`.execute(db)
}

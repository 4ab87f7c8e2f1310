import { sql } from 'kysely'
import type { Database } from '#service/platform/db/open.ts'
import { type AccountName, isAccount, keyOf, PLATFORM } from './accounts.ts'
import { chainHash } from './chain.ts'

export interface Entry {
  readonly account: AccountName
  /** Smallest units; positive is a credit of the account, negative a debit. */
  readonly amount: bigint
}

/** One movement of money; the amounts of its entries sum to zero in each coin. */
export interface Transfer {
  /** Operation key, unique for ever, for example `settle/2026-11-20/USER/ALEO/0`. */
  readonly operation: string
  readonly kind: string
  readonly entries: readonly Entry[]
}

/** The transfer is invalid: a programming error of the caller. */
export class LedgerError extends Error {
  override name = 'LedgerError'
}

/** A user's account holds less than the transfer debits. */
export class OverdrawnError extends Error {
  override name = 'OverdrawnError'
  readonly account: AccountName
  constructor(account: AccountName) {
    super(`${keyOf(account)} holds too little`)
    this.account = account
  }
}

interface KnownAccount {
  id: string
  balance: bigint
}

/**
 * Posts transfers in the given order, in the caller's transaction; the only writer of the ledger. Returns the operation keys that it
 * wrote: keys that the ledger holds already are skipped, so that a retry changes nothing. `now` is in Unix milliseconds.
 *
 * Throws LedgerError when a transfer is unbalanced, has fewer than two entries or an entry of zero, or names an account twice or one
 * that cannot exist. Throws OverdrawnError when a user's account would fall below zero. Both before anything is written.
 *
 * Locks the ledger head until the transaction ends. Lock your own rows first and post last, so that transactions cannot deadlock.
 */
export async function post(db: Database, transfers: readonly Transfer[], now: number): Promise<Set<string>> {
  for (const transfer of transfers) assertValid(transfer)
  const head = await lockHead(db)
  const fresh = await findNew(db, transfers)
  if (fresh.length === 0) return new Set()
  const accounts = await openAccounts(db, fresh)
  // Times in the chain never decrease, even when the clock was set back.
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

/** Locks the ledger's head until the transaction ends, so that no other transaction posts. Lock your own rows first. */
export const lockHead = (db: Database) => db.selectFrom('ledger_head').selectAll().forUpdate().executeTakeFirstOrThrow()

function assertValid({ operation, entries }: Transfer): void {
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

/** Transfers whose operation keys the ledger does not hold. Throws LedgerError when a key is given twice. */
async function findNew(db: Database, transfers: readonly Transfer[]): Promise<Transfer[]> {
  const byOperation = new Map(transfers.map((transfer) => [transfer.operation, transfer]))
  if (byOperation.size !== transfers.length) throw new LedgerError('an operation is asked for twice at once')
  const { rows } = await sql<{ operation: string }>`
    select operation from transfers where operation = any(${[...byOperation.keys()]}::text[])`.execute(db)
  for (const { operation } of rows) byOperation.delete(operation)
  return [...byOperation.values()]
}

/** Opens missing accounts and reads the balances of all that are named. Only the holder of the ledger head may write them. */
async function openAccounts(db: Database, transfers: readonly Transfer[]): Promise<Map<string, KnownAccount>> {
  const named = new Map(transfers.flatMap(({ entries }) => entries.map(({ account }) => [keyOf(account), account])))
  const list = [...named.values()]
  const columns = [list.map(({ owner }) => owner), list.map(({ coin }) => coin), list.map(({ kind }) => kind)] as const
  const requested = sql`unnest(${columns[0]}::text[], ${columns[1]}::text[], ${columns[2]}::text[])`
  await sql`
    insert into ledger_accounts (owner, coin, kind, balance)
    select owner, coin, kind, 0 from ${requested} as requested (owner, coin, kind)
    on conflict do nothing`.execute(db)
  const { rows } = await sql<AccountName & { id: string; balance: bigint }>`
    select id, owner, coin, kind, balance
    from ledger_accounts join ${requested} as requested (owner, coin, kind) using (owner, coin, kind)`.execute(db)
  return new Map(rows.map((row) => [keyOf(row), { id: row.id, balance: row.balance }]))
}

function apply({ entries }: Transfer, accounts: ReadonlyMap<string, KnownAccount>): void {
  for (const { account, amount } of entries) {
    const known = accounts.get(keyOf(account)) as KnownAccount
    known.balance += amount
    if (known.balance < 0n && account.owner !== PLATFORM) throw new OverdrawnError(account)
  }
}

interface WriteBatch {
  rows: readonly { transfer: Transfer; sequence: bigint; hash: string }[]
  accounts: ReadonlyMap<string, KnownAccount>
  at: Date
  chain: { sequence: bigint; hash: string }
}

async function write(db: Database, { rows, accounts, at, chain }: WriteBatch): Promise<void> {
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

/** Updates the planner statistics of the accounts: cached plans may date from when there were few. */
export async function analyzeAccounts(db: Database): Promise<void> {
  await sql`analyze ledger_accounts`.execute(db)
}

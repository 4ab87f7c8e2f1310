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
  readonly name: AccountName
  /** Absent where nothing was ever posted to it. */
  id?: string
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
  const [outcome] = await postAll(db, [{ transfers, now }])
  if (outcome instanceof OverdrawnError) throw outcome
  return outcome ?? new Set()
}

/** Transfers that are written together or not at all. */
export interface PostRequest {
  readonly transfers: readonly Transfer[]
  readonly now: number
}

/** The operation keys that were written, or the error of a request of which nothing was written. */
export type PostOutcome = Set<string> | OverdrawnError

/**
 * Posts several requests with the statements of one. Each sees the ledger as the requests before it leave it; one that would overdraw
 * an account is left out, and the others are written. Otherwise as `post`.
 */
export async function postAll(db: Database, requests: readonly PostRequest[]): Promise<PostOutcome[]> {
  for (const { transfers } of requests) assertPostable(transfers)
  const all = requests.flatMap(({ transfers }) => transfers)
  const head = await lockHead(db)
  const known = await knownOperations(db, all)
  const accounts = await readAccounts(
    db,
    all.filter(({ operation }) => !known.has(operation)),
  )
  const chain = { sequence: BigInt(head.sequence), hash: head.hash, at: head.at.getTime() }
  const rows: NewRow[] = []
  const outcomes = requests.map(({ transfers, now }): PostOutcome => {
    const fresh = transfers.filter(({ operation }) => !known.has(operation))
    const overdrawn = apply(fresh, accounts)
    if (overdrawn) return overdrawn
    for (const transfer of fresh) rows.push(append(chain, transfer, now))
    const written = fresh.map(({ operation }) => operation)
    for (const operation of written) known.add(operation)
    return new Set(written)
  })
  if (rows.length > 0) await write(db, { rows, accounts, chain })
  return outcomes
}

/** Locks the ledger's head until the transaction ends, so that no other transaction posts. Lock your own rows first. */
export const lockHead = (db: Database) => db.selectFrom('ledger_head').selectAll().forUpdate().executeTakeFirstOrThrow()

/** Throws LedgerError when a transfer is invalid, or an operation key is given twice. */
export function assertPostable(transfers: readonly Transfer[]): void {
  for (const transfer of transfers) assertValid(transfer)
  if (new Set(transfers.map(({ operation }) => operation)).size !== transfers.length)
    throw new LedgerError('an operation is asked for twice at once')
}

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

/** The operation keys of transfers that the ledger holds. */
async function knownOperations(db: Database, transfers: readonly Transfer[]): Promise<Set<string>> {
  const operations = [...new Set(transfers.map(({ operation }) => operation))]
  const { rows } = await sql<{ operation: string }>`
    select operation from transfers where operation = any(${operations}::text[])`.execute(db)
  return new Set(rows.map(({ operation }) => operation))
}

/** SQL table of account names: `owner`, `coin`, `kind`. */
const namedAccounts = (names: readonly AccountName[]) => sql`
  unnest(${names.map(({ owner }) => owner)}::text[], ${names.map(({ coin }) => coin)}::text[],
         ${names.map(({ kind }) => kind)}::text[]) as named (owner, coin, kind)`

/** Balances of all named accounts, by key. Only the holder of the ledger head may write them. */
async function readAccounts(db: Database, transfers: readonly Transfer[]): Promise<Map<string, KnownAccount>> {
  const names = new Map(transfers.flatMap(({ entries }) => entries.map(({ account }) => [keyOf(account), account])))
  const accounts = new Map([...names].map(([key, name]): [string, KnownAccount] => [key, { name, balance: 0n }]))
  if (accounts.size === 0) return accounts
  const { rows } = await sql<AccountName & { id: string; balance: bigint }>`
    select id, owner, coin, kind, balance
    from ledger_accounts join ${namedAccounts([...names.values()])} using (owner, coin, kind)`.execute(db)
  for (const row of rows) Object.assign(accounts.get(keyOf(row)) ?? {}, { id: row.id, balance: row.balance })
  return accounts
}

/** Changes the balances by all transfers, or returns why by none. */
function apply(
  transfers: readonly Transfer[],
  accounts: ReadonlyMap<string, KnownAccount>,
): OverdrawnError | undefined {
  const before = new Map<KnownAccount, bigint>()
  for (const { account, amount } of transfers.flatMap(({ entries }) => entries)) {
    const known = accounts.get(keyOf(account)) as KnownAccount
    if (!before.has(known)) before.set(known, known.balance)
    known.balance += amount
    if (known.balance >= 0n || account.owner === PLATFORM) continue
    for (const [changed, balance] of before) changed.balance = balance
    return new OverdrawnError(account)
  }
  return undefined
}

interface Chain {
  sequence: bigint
  hash: string
  /** Unix milliseconds. */
  at: number
}

interface NewRow {
  readonly transfer: Transfer
  readonly sequence: bigint
  readonly hash: string
  readonly at: number
}

/** Appends a transfer to the chain. Its times never decrease, even when the clock was set back. */
function append(chain: Chain, transfer: Transfer, now: number): NewRow {
  const { operation, kind } = transfer
  const entries = transfer.entries.map(({ account, amount }) => ({ account: keyOf(account), amount }))
  const [sequence, at] = [chain.sequence + 1n, Math.max(now, chain.at)]
  const hash = chainHash(chain.hash, { sequence, operation, kind, at, entries })
  Object.assign(chain, { sequence, hash, at })
  return { transfer, sequence, hash, at }
}

interface WriteBatch {
  rows: readonly NewRow[]
  accounts: ReadonlyMap<string, KnownAccount>
  chain: Chain
}

async function write(db: Database, { rows, accounts, chain }: WriteBatch): Promise<void> {
  const texts = (values: readonly (string | bigint)[]) => values.map(String)
  const keys = new Set(rows.flatMap(({ transfer }) => transfer.entries.map(({ account }) => keyOf(account))))
  const changed = [...keys].map((key) => accounts.get(key) as KnownAccount)
  await openMissing(db, changed, accounts)
  await sql`
    insert into transfers (sequence, operation, kind, at, hash)
    select sequence, operation, kind, at, hash
    from unnest(${texts(rows.map(({ sequence }) => sequence))}::bigint[],
                ${rows.map(({ transfer }) => transfer.operation)}::text[],
                ${rows.map(({ transfer }) => transfer.kind)}::text[],
                ${rows.map(({ at }) => new Date(at).toISOString())}::timestamptz[],
                ${rows.map(({ hash }) => hash)}::text[]) as row (sequence, operation, kind, at, hash)`.execute(db)
  const entries = rows.flatMap(({ transfer, sequence }) =>
    transfer.entries.map(({ account, amount }) => ({ sequence, id: accounts.get(keyOf(account))?.id ?? '', amount })),
  )
  await sql`
    insert into entries (sequence, account_id, amount)
    select * from unnest(${texts(entries.map(({ sequence }) => sequence))}::bigint[],
                         ${entries.map(({ id }) => id)}::bigint[],
                         ${texts(entries.map(({ amount }) => amount))}::numeric[])`.execute(db)
  await sql`
    update ledger_accounts as account set balance = fresh.balance
    from unnest(${changed.map(({ id }) => id)}::bigint[],
                ${texts(changed.map(({ balance }) => balance))}::numeric[]) as fresh (id, balance)
    where account.id = fresh.id`.execute(db)
  const [sequence, at] = [String(chain.sequence), new Date(chain.at)]
  await sql`update ledger_head set sequence = ${sequence}, at = ${at}, hash = ${chain.hash}`.execute(db)
}

/** Opens the accounts to which nothing was ever posted. */
async function openMissing(
  db: Database,
  changed: readonly KnownAccount[],
  accounts: ReadonlyMap<string, KnownAccount>,
): Promise<void> {
  const missing = changed.filter(({ id }) => id === undefined).map(({ name }) => name)
  if (missing.length === 0) return
  const { rows } = await sql<AccountName & { id: string }>`
    insert into ledger_accounts (owner, coin, kind, balance)
    select owner, coin, kind, 0 from ${namedAccounts(missing)} returning id, owner, coin, kind`.execute(db)
  for (const row of rows) Object.assign(accounts.get(keyOf(row)) ?? {}, { id: row.id })
}

/** Updates the planner statistics of the accounts: cached plans may date from when there were few. */
export async function analyzeAccounts(db: Database): Promise<void> {
  await sql`analyze ledger_accounts`.execute(db)
}

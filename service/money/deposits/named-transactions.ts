import { type Selectable, sql } from 'kysely'
import type { PaymentNetwork } from '#lib/rules/payments.ts'
import type { TransactionOutcome } from '#service/chains/evm/chain-reader.ts'
import type { Database } from '#service/platform/db/open.ts'
import { newId } from '#service/platform/ids.ts'
import type { NamedTransactionTable } from './tables.ts'

/** Transactions that a payer, an operator or the reconciliation has named: each is asked for until it is clear what it was. */

export type Named = Selectable<NamedTransactionTable>
export type NamedOutcome = NonNullable<Named['outcome']>

const DAY_MS = 86_400_000
/** What no node has heard of by then never happened. */
const MAX_AGE_MS = 7 * DAY_MS
const MIN_PAUSE_MS = 5_000

export interface Naming {
  networks: readonly PaymentNetwork[]
  transactionId: string
  /** Whose payer has named it. */
  deposit: number | null
  by: string
  now: number
}

/** Has a transaction looked at, on every network that it may be on; naming it again begins again where it came to nothing. */
export async function nameTransaction(
  db: Database,
  { networks, transactionId, deposit, by, now }: Naming,
): Promise<void> {
  for (const network of networks)
    await sql`
      insert into named_transactions (id, network, transaction_id, deposit, named_by, named_at, due_at)
      values (${newId()}, ${network}, ${transactionId.toLowerCase()}, ${deposit}, ${by}, ${new Date(now)}, ${new Date(now)})
      on conflict (network, transaction_id, coalesce(deposit, -1)) do update
        set named_by = excluded.named_by, named_at = excluded.named_at, due_at = excluded.due_at, outcome = null, ended_at = null
        where named_transactions.outcome is distinct from 'found'`.execute(db)
}

export const dueNamed = (
  db: Database,
  { network, now, limit }: { network: PaymentNetwork; now: number; limit: number },
): Promise<Named[]> =>
  db
    .selectFrom('named_transactions')
    .selectAll()
    .where('network', '=', network)
    .where('outcome', 'is', null)
    .where('due_at', '<=', new Date(now))
    .orderBy('due_at')
    .limit(limit)
    .execute()

export interface NamedResult {
  id: string
  outcome: NamedOutcome | null
  dueAt: number
  now: number
}

interface Answered {
  /** What the node has said; undefined when it did not answer. */
  told: TransactionOutcome | undefined
  /** Whether it moves a known token to an address of ours. */
  isPaying: boolean
  isFinal(block: bigint): boolean
  now: number
}

/** What became of a named transaction, or when it is asked for again: later the longer it takes. */
export function resultOf({ id, named_at }: Pick<Named, 'id' | 'named_at'>, answered: Answered): NamedResult {
  const age = answered.now - named_at.getTime()
  return {
    id,
    outcome: outcomeOf(answered, age),
    dueAt: answered.now + Math.max(MIN_PAUSE_MS, age / 4),
    now: answered.now,
  }
}

function outcomeOf({ told, isPaying, isFinal }: Answered, age: number): NamedOutcome | null {
  if (isPaying) return 'found'
  if (told === undefined) return null
  if (told.state === 'unknown') return age > MAX_AGE_MS ? 'unknown' : null
  if (!isFinal(told.block)) return null
  return told.state === 'reverted' ? 'reverted' : 'nothing'
}

/** Keeps what a round has learned of named transactions. */
export async function keepNamed(db: Database, results: readonly NamedResult[]): Promise<void> {
  for (const { id, outcome, dueAt, now } of results)
    await db
      .updateTable('named_transactions')
      .set({ outcome, due_at: new Date(dueAt), ended_at: outcome === null ? null : new Date(now) })
      .where('id', '=', id)
      .execute()
}

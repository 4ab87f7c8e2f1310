import { type Selectable, sql } from 'kysely'
import { type PaymentNetwork, transactionIdIn } from '#lib/rules/payments.ts'
import type { TransactionOutcome } from '#service/chains/network.ts'
import type { Database } from '#service/platform/db/open.ts'
import { newId } from '#service/platform/ids.ts'
import type { NamedTransactionTable } from './tables.ts'

/** Transactions that a payer, an operator or the reconciliation has named. Each is requested until its outcome is known. */

export type Named = Selectable<NamedTransactionTable>
export type NamedOutcome = NonNullable<Named['outcome']>

const DAY_MS = 86_400_000
/** A transaction that no node knows after this time counts as unknown. */
const MAX_AGE_MS = 7 * DAY_MS
const MIN_PAUSE_MS = 5_000

export interface NamingRequest {
  networks: readonly PaymentNetwork[]
  transactionId: string
  /** The deposit whose payer has named it; null for an operator. */
  deposit: number | null
  by: string
  now: number
}

/** Schedules a look-up of a transaction on every given network; naming it again restarts a look-up that was not `found`. */
export async function nameTransaction(
  db: Database,
  { networks, transactionId, deposit, by, now }: NamingRequest,
): Promise<void> {
  for (const network of networks) {
    const id = transactionIdIn(transactionId, network) ?? transactionId
    await sql`
      insert into named_transactions (id, network, transaction_id, deposit, named_by, named_at, due_at)
      values (${newId()}, ${network}, ${id}, ${deposit}, ${by}, ${new Date(now)}, ${new Date(now)})
      on conflict (network, transaction_id, coalesce(deposit, -1)) do update
        set named_by = excluded.named_by, named_at = excluded.named_at, due_at = excluded.due_at, outcome = null, ended_at = null
        where named_transactions.outcome is distinct from 'found'`.execute(db)
  }
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

interface NodeAnswer {
  /** The node's answer; undefined when it did not answer. */
  answer: TransactionOutcome | undefined
  /** Whether it moves a known token to an address of ours. */
  isPaying: boolean
  isFinal(block: bigint): boolean
  now: number
}

/** The outcome of a named transaction, or the time of the next request; pauses grow with its age. */
export function toNamedResult({ id, named_at }: Pick<Named, 'id' | 'named_at'>, answered: NodeAnswer): NamedResult {
  const age = answered.now - named_at.getTime()
  return {
    id,
    outcome: outcomeOf(answered, age),
    dueAt: answered.now + Math.max(MIN_PAUSE_MS, age / 4),
    now: answered.now,
  }
}

function outcomeOf({ answer, isPaying, isFinal }: NodeAnswer, age: number): NamedOutcome | null {
  if (isPaying) return 'found'
  if (answer === undefined) return null
  if (answer.state === 'unknown') return age > MAX_AGE_MS ? 'unknown' : null
  if (!isFinal(answer.block)) return null
  return answer.state === 'failed' ? 'reverted' : 'nothing'
}

/** Saves the outcomes and due times of named transactions. */
export async function saveNamedResults(db: Database, results: readonly NamedResult[]): Promise<void> {
  for (const { id, outcome, dueAt, now } of results)
    await db
      .updateTable('named_transactions')
      .set({ outcome, due_at: new Date(dueAt), ended_at: outcome === null ? null : new Date(now) })
      .where('id', '=', id)
      .execute()
}

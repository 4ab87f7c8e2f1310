import type { PaymentNetwork } from '#lib/rules/payments.ts'
import type { Arrival, TransactionOutcome } from '#service/chains/evm/chain-reader.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Cursor } from './cursor.ts'
import { type FoundHere, ours } from './evaluate.ts'
import { dueNamed, type Named, type NamedResult, resultOf } from './named-transactions.ts'
import { depthOf } from './rules.ts'
import type { Watched } from './watched.ts'

/**
 * Transactions that are asked for by their own receipts, which do not depend on a node's list of logs: receipts that were not final
 * when their blocks left the span that is read again, and what somebody has named.
 */

/** Transactions of each kind that one round asks for. */
const MAX_FOLLOWED = 10

export interface Following {
  cursor: Cursor
  /** The first block of the span that the round has read. */
  before: bigint
  head: bigint
  now: number
}

export interface Followed {
  arrived: readonly Arrival[]
  /** Those that the node has answered for. */
  transactionIds: readonly string[]
  named: readonly NamedResult[]
}

export async function followTransactions(db: Database, watched: Watched, of: Following): Promise<Followed> {
  const { network, settings, reader } = watched
  const older = await unconfirmedOlder(db, network, of)
  const named = await dueNamed(db, { network, now: of.now, limit: MAX_FOLLOWED })
  const told = new Map<string, TransactionOutcome>()
  for (const id of new Set([...older, ...named.map(({ transaction_id }) => transaction_id)])) {
    // One that the node fails at holds no other up.
    const answer = await reader.transfersOf(id as `0x${string}`).catch(() => undefined)
    if (answer) told.set(id, answer)
  }
  const arrived = [...told.values()].flatMap((one) => (one.state === 'taken' ? one.arrivals : []))
  const isPaying = await payingTest(db, await ours(db, arrived), named)
  const isFinal = (block: bigint) => depthOf(block, of.head) >= BigInt(settings.confirmations)
  return {
    arrived,
    transactionIds: [...told.keys()],
    named: named.map((row) =>
      resultOf(row, {
        told: told.get(row.transaction_id),
        isPaying: isPaying(row),
        isFinal,
        now: of.now,
      }),
    ),
  }
}

/** Tells whether a named transaction pays an address of whoever has named it; of anybody, where that was an operator. */
async function payingTest(db: Database, found: readonly FoundHere[], named: readonly Named[]) {
  const numbers = [...found.map(({ deposit }) => deposit), ...named.flatMap(({ deposit }) => deposit ?? [])]
  const rows = await db
    .selectFrom('deposit_addresses')
    .select(['number', 'user_id'])
    .where('number', 'in', numbers.length > 0 ? numbers : [-1])
    .execute()
  const users = new Map(rows.map(({ number, user_id }) => [number, user_id]))
  return ({ transaction_id, deposit }: Named): boolean =>
    found.some(
      (one) =>
        one.transactionId === transaction_id && (deposit === null || users.get(one.deposit) === users.get(deposit)),
    )
}

/** Receipts behind the span that are not final, some of them in each round, and all of them in turn. */
async function unconfirmedOlder(
  db: Database,
  network: PaymentNetwork,
  { before, cursor }: Following,
): Promise<string[]> {
  const open = db
    .selectFrom('chain_receipts')
    .where('network', '=', network)
    .where('state', '=', 'seen')
    .where('block', '<', String(before))
  const { count } = await open
    .select(({ fn }) => fn.count<string>('transaction_id').distinct().as('count'))
    .executeTakeFirstOrThrow()
  const pages = BigInt(Math.max(1, Math.ceil(Number(count) / MAX_FOLLOWED)))
  const rows = await open
    .select('transaction_id')
    .distinct()
    .orderBy('transaction_id')
    .offset(Number(BigInt(cursor.rounds) % pages) * MAX_FOLLOWED)
    .limit(MAX_FOLLOWED)
    .execute()
  return rows.map(({ transaction_id }) => transaction_id)
}

import type { PaymentNetwork } from '#lib/rules/payments.ts'
import type { Arrival, TransactionOutcome } from '#service/chains/network.ts'
import type { Database } from '#service/platform/db/open.ts'
import { findOwnArrivals, type OwnArrival } from './attribute.ts'
import type { Cursor } from './cursor.ts'
import { dueNamed, type Named, type NamedResult, toNamedResult } from './named-transactions.ts'
import type { WatchedNetwork } from './watched-network.ts'

/**
 * Requests single transactions by their receipts, which do not depend on a node's list of logs: those that were not final when
 * their blocks left the span that is read again, and those that somebody has named.
 */

/** Transactions of each kind that one poll requests. */
const MAX_FOLLOWED = 10

export interface FollowInput {
  cursor: Cursor
  /** The first block of the span that the poll has read. */
  before: bigint
  /** The last block that can no longer be taken back. */
  finalBlock: bigint
  now: number
}

export interface Followed {
  arrived: readonly Arrival[]
  /** Transactions for which the node has answered. */
  transactionIds: readonly string[]
  named: readonly NamedResult[]
}

export async function followTransactions(db: Database, watched: WatchedNetwork, of: FollowInput): Promise<Followed> {
  const { code: network, reader } = watched
  const older = await unconfirmedOlder(db, network, of)
  const named = await dueNamed(db, { network, now: of.now, limit: MAX_FOLLOWED })
  const answers = new Map<string, TransactionOutcome>()
  for (const id of new Set([...older, ...named.map(({ transaction_id }) => transaction_id)])) {
    // A failure for one transaction must not block the others.
    const answer = await reader.transfersOf(id).catch(() => undefined)
    if (answer) answers.set(id, answer)
  }
  const arrived = [...answers.values()].flatMap((one) => (one.state === 'taken' ? one.arrivals : []))
  const isPaying = await createPayingTest(db, await findOwnArrivals(db, arrived), named)
  const isFinal = (block: bigint) => block <= of.finalBlock
  return {
    arrived,
    transactionIds: [...answers.keys()],
    named: named.map((row) =>
      toNamedResult(row, {
        answer: answers.get(row.transaction_id),
        isPaying: isPaying(row),
        isFinal,
        now: of.now,
      }),
    ),
  }
}

/** Returns a test whether a named transaction pays an address of the user who named it, or any address when an operator did. */
async function createPayingTest(db: Database, found: readonly OwnArrival[], named: readonly Named[]) {
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

/** Unconfirmed receipts older than the span: a page per poll, so that all have their turn. */
async function unconfirmedOlder(
  db: Database,
  network: PaymentNetwork,
  { before, cursor }: FollowInput,
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
    .offset(Number(BigInt(cursor.polls) % pages) * MAX_FOLLOWED)
    .limit(MAX_FOLLOWED)
    .execute()
  return rows.map(({ transaction_id }) => transaction_id)
}

import type { Selectable } from 'kysely'
import type { PaymentNetwork } from '#lib/rules/payments.ts'
import type { Arrival, ChainReader, Span } from '#service/chains/network.ts'
import type { Database } from '#service/platform/db/open.ts'
import { attribute, type OwnArrival } from './attribute.ts'
import { type EvaluatedReceipt, evaluateFound, evaluateLost, isFinal, type Known, pair } from './rules.ts'
import type { ChainReceiptTable } from './tables.ts'
import type { WatchedNetwork } from './watched-network.ts'

/** Compares the findings of a poll with the stored receipts: which are new, final or gone. */

export type Row = Selectable<ChainReceiptTable>
export type KnownRow = Known & { row: Row }

export interface Evaluation {
  fresh: readonly OwnArrival[]
  /** Receipts that a node now reports differently; final ones are never among them. */
  contradicted: readonly Row[]
  receipts: readonly EvaluatedReceipt<KnownRow>[]
  /** The subset of `receipts` that is final now. */
  final: ReadonlySet<EvaluatedReceipt<KnownRow>>
  /** Final receipts whose block is no longer on the chain. */
  reverted: readonly Row[]
}

export interface PollFindings {
  arrived: readonly Arrival[]
  span: Span
  /** The last block that can no longer be taken back. */
  finalBlock: bigint
  /** Transactions whose own receipts were requested, found or not. */
  followed: readonly string[]
}

export async function evaluate(db: Database, watched: WatchedNetwork, of: PollFindings): Promise<Evaluation> {
  const { code: network, reader } = watched
  const { arrived, span, finalBlock } = of
  const found = await attribute(db, watched, arrived)
  const ids = [...of.followed, ...found.map(({ transactionId }) => transactionId)]
  const known = await knownRows(db, network, { span, ids })
  const { pairs, fresh, lost, contradicted } = pair(known, found)
  const replaced = await findReplaced(reader, lost)
  const receipts = [
    ...[...pairs].map(([one, other]) => evaluateFound(one, other)),
    ...lost.map((one) => evaluateLost(one, replaced.has(one))),
  ]
  const final = new Set<EvaluatedReceipt<KnownRow>>()
  for (const one of receipts) {
    if (!isFinal(one, finalBlock)) continue
    if (await isProven(reader, arrivalOf(one, arrived))) final.add(one)
  }
  const reverted = lost.filter((one) => one.state === 'confirmed' && replaced.has(one)).map(({ row }) => row)
  return { fresh, contradicted: contradicted.map(({ row }) => row), receipts, final, reverted }
}

const isOpenOrFinal = ({ state }: Known): boolean => state === 'seen' || state === 'confirmed'

/** Receipts whose block was replaced by another one. A node that does not answer proves nothing. */
async function findReplaced(reader: ChainReader, lost: readonly KnownRow[]): Promise<Set<KnownRow>> {
  const replaced = new Set<KnownRow>()
  for (const one of lost) {
    if (!isOpenOrFinal(one)) continue
    const hash = await reader.hashOf(one.block).catch(() => one.blockHash)
    if (hash !== one.blockHash) replaced.add(one)
  }
  return replaced
}

/** Asks for the proof of an arrival; a failed request counts as unproven and is repeated in the next poll. */
const isProven = (reader: ChainReader, arrival: Arrival): Promise<boolean> => reader.proves(arrival).catch(() => false)

function arrivalOf({ place }: EvaluatedReceipt<KnownRow>, arrived: readonly Arrival[]): Arrival {
  const found = arrived.find((one) => one.transactionId === place.transactionId && one.logIndex === place.logIndex)
  if (!found) throw new Error(`${place.transactionId} was evaluated but is not among the arrivals`)
  return found
}

/** Stored receipts in a span of blocks, and those of the given transactions. */
async function knownRows(
  db: Database,
  network: PaymentNetwork,
  { span, ids }: { span: Span; ids: readonly string[] },
): Promise<KnownRow[]> {
  const rows = await db
    .selectFrom('chain_receipts')
    .selectAll()
    .where('network', '=', network)
    .where(({ eb, or, and }) =>
      or([
        and([eb('block', '>=', String(span.from)), eb('block', '<=', String(span.to))]),
        ...(ids.length > 0 ? [eb('transaction_id', 'in', ids)] : []),
      ]),
    )
    .execute()
  return rows.map((row) => ({
    transactionId: row.transaction_id,
    logIndex: row.log_index,
    block: BigInt(row.block),
    blockHash: row.block_hash,
    deposit: row.deposit,
    token: row.token,
    value: row.value,
    state: row.state,
    agreed: row.agreed,
    missed: row.missed,
    row,
  }))
}

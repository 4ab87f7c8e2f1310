import type { Selectable } from 'kysely'
import type { PaymentNetwork } from '#lib/rules/payments.ts'
import type { Arrival, BlockName, ChainReader, Span } from '#service/chains/evm/chain-reader.ts'
import type { Database } from '#service/platform/db/open.ts'
import { type Found, isDeep, type Judged, judgeFound, judgeLost, type Known, pair } from './rules.ts'
import type { ChainReceiptTable } from './tables.ts'
import type { Watched } from './watched.ts'

/** What a round has found beside what is known: which receipts are new, final, or gone. */

export type Row = Selectable<ChainReceiptTable>
export type KnownRow = Known & { row: Row }
export type FoundHere = Found & { sender: string }

export interface Evaluated {
  fresh: readonly FoundHere[]
  /** What a node has told before, and tells otherwise now; never what is final. */
  contradicted: readonly Row[]
  judged: readonly Judged<KnownRow>[]
  /** Those of the judged ones that are final now. */
  deep: ReadonlySet<Judged<KnownRow>>
  /** Final receipts whose block is not on the chain any more. */
  undone: readonly Row[]
}

export interface RoundFindings {
  arrived: readonly Arrival[]
  span: Span
  head: BlockName
  /** The transactions whose own receipts were asked for, found or not. */
  followed: readonly string[]
}

export async function evaluate(db: Database, watched: Watched, of: RoundFindings): Promise<Evaluated> {
  const { network, settings, reader } = watched
  const { arrived, span, head } = of
  const found = await ours(db, arrived)
  const ids = [...of.followed, ...found.map(({ transactionId }) => transactionId)]
  const known = await knownRows(db, network, { span, ids })
  const { pairs, fresh, lost, contradicted } = pair(known, found)
  const replaced = await replacedOf(reader, lost)
  const judged = [
    ...[...pairs].map(([one, other]) => judgeFound(one, other)),
    ...lost.map((one) => judgeLost(one, replaced.has(one))),
  ]
  const deep = new Set<Judged<KnownRow>>()
  for (const one of judged) {
    if (!isDeep(one, { head: head.block, confirmations: settings.confirmations })) continue
    if (await isProven(reader, arrivalOf(one, arrived))) deep.add(one)
  }
  const undone = lost.filter((one) => one.state === 'confirmed' && replaced.has(one)).map(({ row }) => row)
  return { fresh, contradicted: contradicted.map(({ row }) => row), judged, deep, undone }
}

/** What went to addresses of ours, each found in the database, however many there are. */
export async function ours(db: Database, arrived: readonly Arrival[]): Promise<FoundHere[]> {
  const wanted = [...new Set(arrived.map(({ to }) => to as string))]
  if (wanted.length === 0) return []
  const rows = await db
    .selectFrom('deposit_addresses')
    .select(['number', 'address'])
    .where('address', 'in', wanted)
    .execute()
  const numbers = new Map(rows.map(({ address, number }) => [address, number]))
  return arrived.flatMap(({ to, ...one }) => {
    const deposit = numbers.get(to)
    return deposit === undefined ? [] : [{ ...one, deposit }]
  })
}

const isOpenOrFinal = ({ state }: Known): boolean => state === 'seen' || state === 'confirmed'

/** Those whose block another one has replaced. A node that does not answer says nothing of it. */
async function replacedOf(reader: ChainReader, lost: readonly KnownRow[]): Promise<Set<KnownRow>> {
  const replaced = new Set<KnownRow>()
  for (const one of lost) {
    if (!isOpenOrFinal(one)) continue
    const hash = await reader.hashOf(one.block).catch(() => one.blockHash)
    if (hash !== one.blockHash) replaced.add(one)
  }
  return replaced
}

/** What is not proven now, because it is not so or because nobody answers, is asked for again in the next round. */
const isProven = (reader: ChainReader, arrival: Arrival): Promise<boolean> => reader.proves(arrival).catch(() => false)

function arrivalOf({ place }: Judged<KnownRow>, arrived: readonly Arrival[]): Arrival {
  const found = arrived.find((one) => one.transactionId === place.transactionId && one.logIndex === place.logIndex)
  if (!found) throw new Error(`${place.transactionId} was found and is not there`)
  return found
}

/** The receipts that a span should hold, and those of transactions that were found or asked for. */
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

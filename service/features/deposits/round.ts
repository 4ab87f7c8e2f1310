import type { Selectable } from 'kysely'
import type { PaymentNetwork } from '#lib/rules/payments.ts'
import { EvmProblem } from '../../adapters/chain/evm-errors.ts'
import type { Arrival, BlockName, ChainReader } from '../../adapters/chain/reading.ts'
import type { Database } from '../../db/open.ts'
import type { ChainReceiptTable } from '../../db/tables/deposits.ts'
import type { EvmSettings } from '../../settings/networks.ts'
import { type Cursor, openCursor, type Progress } from './cursor.ts'
import { type Found, isDeep, type Judged, judgeFound, judgeLost, type Known, pair } from './rules.ts'

/** One look at a network: reads its blocks, and says what is to be kept. It writes nothing but the first cursor. */

/** Blocks that a round goes on by at most: what was missed in a long silence is caught up in several. */
const MOST_AHEAD = 2_000n

export type Row = Selectable<ChainReceiptTable>
export type KnownRow = Known & { row: Row }
export type FoundHere = Found & { sender: string }

export interface Facts {
  cursor: Cursor
  progress: Progress
  fresh: readonly FoundHere[]
  /** What a node has told before, and tells otherwise now; never what is final. */
  contradicted: readonly Row[]
  judged: readonly Judged<KnownRow>[]
  /** Those of `judged` that are final. */
  deep: ReadonlySet<Judged<KnownRow>>
  /** What was final and stands on the chain no more. */
  undone: readonly Row[]
}

export interface Watched {
  network: PaymentNetwork
  settings: EvmSettings
  reader: ChainReader
}

/** Reads a network once more; undefined when its node lags behind what was read before. Throws when it serves another one. */
export async function readRound(db: Database, watched: Watched, now: number): Promise<Facts | undefined> {
  const { network, settings, reader } = watched
  await reader.check()
  const [genesis, head] = [await reader.hashOf(0n), await reader.head()]
  if (genesis === undefined) throw new EvmProblem('The node does not tell the first block of its chain.')
  const cursor = await openCursor(db, { network, settings, genesis, head, now })
  if (cursor.genesis !== genesis)
    throw new EvmProblem(`The node serves another chain than before: its first block is ${genesis}.`)
  if (head.block < cursor.mark.block) return undefined
  const range = rangeOf(cursor, head.block, settings.confirmations)
  const isAgreed = cursor.mark.block < cursor.next || (await reader.hashOf(cursor.mark.block)) === cursor.mark.hash
  const arrived = await reader.arrivals(range.from, range.to)
  for (const block of await stragglers(db, network, range)) arrived.push(...(await reader.arrivals(block, block)))
  const hash = range.to === head.block ? head.hash : await reader.hashOf(range.to)
  if (hash === undefined) return undefined
  const progress: Progress = { mark: { block: range.to, hash }, head: head.block, isAgreed, now }
  return { cursor, progress, ...(await judgeAll(db, watched, { arrived, range, head })) }
}

interface Range {
  from: bigint
  to: bigint
}

/** From as far back as a reorganisation may reach, to the end, or as far as one round goes. */
function rangeOf({ next, mark }: Cursor, head: bigint, confirmations: number): Range {
  const depth = BigInt(confirmations)
  const most = (mark.block > next ? mark.block : next) + MOST_AHEAD
  return { from: next > depth ? next - depth : 0n, to: head < most ? head : most }
}

/** How many older blocks a round looks at once more. */
const MOST_STRAGGLERS = 5

/** Blocks behind the range that hold receipts which could not be taken for final so far. */
async function stragglers(db: Database, network: PaymentNetwork, { from }: Range): Promise<bigint[]> {
  const rows = await db
    .selectFrom('chain_receipts')
    .select('block')
    .distinct()
    .where('network', '=', network)
    .where('state', '=', 'seen')
    .where('block', '<', String(from))
    .orderBy('block')
    .limit(MOST_STRAGGLERS)
    .execute()
  return rows.map(({ block }) => BigInt(block))
}

interface Reading {
  arrived: readonly Arrival[]
  range: Range
  head: BlockName
}

async function judgeAll(db: Database, { network, settings, reader }: Watched, { arrived, range, head }: Reading) {
  const found = await ours(db, arrived)
  const known = await knownRows(db, network, { range, found })
  const { pairs, fresh, lost, contradicted } = pair(known, found)
  const replaced = new Set<KnownRow>()
  for (const one of lost)
    if (isOpenOrFinal(one) && (await reader.hashOf(one.block)) !== one.blockHash) replaced.add(one)
  const judged = [
    ...[...pairs].map(([one, other]) => judgeFound(one, other)),
    ...lost.map((one) => judgeLost(one, replaced.has(one))),
  ]
  const deep = new Set<Judged<KnownRow>>()
  for (const one of judged) {
    if (!isDeep(one, { head: head.block, confirmations: settings.confirmations })) continue
    const { to, ...arrival } = arrivalOf(one, arrived)
    if (await reader.proves({ ...arrival, to })) deep.add(one)
  }
  const undone = lost.filter((one) => one.state === 'confirmed' && replaced.has(one)).map(({ row }) => row)
  return { fresh, contradicted: contradicted.map(({ row }) => row), judged, deep, undone }
}

const isOpenOrFinal = ({ state }: Known): boolean => state === 'seen' || state === 'confirmed'

function arrivalOf({ place }: Judged<KnownRow>, arrived: readonly Arrival[]): Arrival {
  const found = arrived.find((one) => one.transactionId === place.transactionId && one.logIndex === place.logIndex)
  if (!found) throw new Error(`${place.transactionId} was found and is not there`)
  return found
}

/** What went to addresses of ours, each found in the database, however many there are. */
async function ours(db: Database, arrived: readonly Arrival[]): Promise<FoundHere[]> {
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

/** The receipts that a range should hold, open ones that are older, and those that have moved into it. */
async function knownRows(
  db: Database,
  network: PaymentNetwork,
  { range, found }: { range: Range; found: readonly FoundHere[] },
): Promise<KnownRow[]> {
  const ids = found.map(({ transactionId }) => transactionId)
  const rows = await db
    .selectFrom('chain_receipts')
    .selectAll()
    .where('network', '=', network)
    .where(({ eb, or, and }) =>
      or([
        and([eb('block', '>=', String(range.from)), eb('block', '<=', String(range.to))]),
        eb('state', '=', 'seen'),
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

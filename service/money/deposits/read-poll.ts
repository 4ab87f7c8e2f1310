import { type Arrival, type BlockName, type ChainReader, NetworkError, type Span } from '#service/chains/network.ts'
import type { Database } from '#service/platform/db/open.ts'
import { type Cursor, openCursor, type Progress } from './cursor.ts'
import { type Evaluation, evaluate } from './evaluate.ts'
import { followTransactions } from './follow.ts'
import type { NamedResult } from './named-transactions.ts'
import { advance } from './rules.ts'
import { addressesOfKey } from './shared-addresses.ts'
import type { WatchedNetwork } from './watched-network.ts'

/** One poll of a network: reads its blocks and returns what has to be saved. It writes nothing but the first cursor. */

/** Blocks that a poll advances by at most; a long gap takes several polls. */
const MAX_AHEAD = 2_000n
/**
 * Blocks that are read again at each poll, at most: a network on another one takes its blocks for final only after thousands.
 * Transactions in older ones are followed by their receipts, and the reconciliation finds what a deeper reorganisation adds.
 */
const MAX_REREAD = 256n
/** Calls after which a poll that has advanced ends and is saved, so that a failure loses little. */
const MAX_PARTS = 40

export interface PollFacts extends Evaluation {
  cursor: Cursor
  progress: Progress
  named: readonly NamedResult[]
  /** The error that ended the poll early; what was read before it is saved. */
  failure: unknown
}

/** Reads the next blocks of a network; undefined when its node is behind the last poll. Throws when nothing could be read. */
export async function readPoll(db: Database, watched: WatchedNetwork, now: number): Promise<PollFacts | undefined> {
  const { code: network, reader } = watched
  await reader.check()
  const [genesis, head] = [await reader.hashOf(0n), await reader.head()]
  if (genesis === undefined) throw new NetworkError('The node does not return the first block of its chain.')
  const finalBlock = await reader.finalHead(head)
  const depth = head.block - finalBlock + 1n
  const cursor = await openCursor(db, { network, genesis, head, depth, now })
  if (cursor.genesis !== genesis)
    throw new NetworkError(`The node serves another chain than before: its first block is ${genesis}.`)
  if (head.block < cursor.mark.block) return undefined
  const isAgreed = cursor.mark.block < cursor.next || (await reader.hashOf(cursor.mark.block)) === cursor.mark.hash
  const span = spanOf(cursor, head.block, depth < MAX_REREAD ? depth : MAX_REREAD)
  // Read after the head: whoever has paid in one of these blocks had the address before.
  const wanted = reader.perAddress && (await addressesOfKey(db, watched.keys.id))
  const { arrived, upTo, failure } = await readSpan(reader, { span, wanted, mark: cursor.mark.block })
  if (failure !== undefined && upTo < span.from) throw failure
  const hash = await hashAt(reader, upTo, head)
  const followed = await followTransactions(db, watched, { cursor, before: span.from, finalBlock, now })
  const read = { arrived: [...arrived, ...followed.arrived], span: { from: span.from, to: upTo }, finalBlock }
  const progress: Progress = {
    reach: advance(cursor, { upTo, hash, isAgreed }),
    head: head.block,
    isAtEnd: upTo === head.block,
    now,
  }
  const evaluated = await evaluate(db, watched, { ...read, followed: followed.transactionIds })
  return { cursor, progress, named: followed.named, failure, ...evaluated }
}

/** Begins as far back as a reorganisation may reach, and ends at the head or the limit of one poll. */
function spanOf({ next, mark }: Cursor, head: bigint, depth: bigint): Span {
  const maxBlock = (mark.block > next ? mark.block : next) + MAX_AHEAD
  return { from: next > depth ? next - depth : 0n, to: head < maxBlock ? head : maxBlock }
}

interface SpanRead {
  arrived: readonly Arrival[]
  /** The last block that was read; before the first one when none was. */
  upTo: bigint
  failure: unknown
}

interface SpanRequest {
  span: Span
  /** The recipients, on networks that are read by them. */
  wanted: readonly string[] | undefined
  mark: bigint
}

async function readSpan(reader: ChainReader, { span, wanted, mark }: SpanRequest): Promise<SpanRead> {
  const arrived: Arrival[] = []
  let upTo = span.from - 1n
  let parts = 0
  try {
    for await (const part of reader.arrivals(span, wanted)) {
      arrived.push(...part.found)
      upTo = part.to
      parts += 1
      if (parts >= MAX_PARTS && upTo > mark) break
    }
    return { arrived, upTo, failure: undefined }
  } catch (failure) {
    return { arrived, upTo, failure }
  }
}

/** Hash of the last block that was read; undefined when the node does not return it, which does not invalidate the poll. */
async function hashAt(reader: ChainReader, block: bigint, head: BlockName): Promise<string | undefined> {
  if (block === head.block) return head.hash
  return reader.hashOf(block).catch(() => undefined)
}

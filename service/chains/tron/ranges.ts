import type { RangePart, Span } from '../network.ts'
import { RefusalError, TooLongError } from './errors.ts'

/** Reads spans of blocks in ranges that java-tron accepts. Its limits stand in `node.jsonrpc` of its configuration. */

/** Blocks of one request: `maxBlockRange` is 5,000, as a difference. */
export const MAX_BLOCKS = 5_000n
/** Results of one request; a node that gives as many may have left some out. */
export const MAX_RESULTS = 10_000
/** Alternatives of one topic: `maxSubTopics`. */
export const MAX_ALTERNATIVES = 1_000

/** A range had more results than one answer holds. */
export class TooManyResultsError extends RefusalError {
  override name = 'TooManyResultsError'
}

/** "exceed max block range: 5000", "query returned more than 10000 results"; providers have other words, and may be stricter. */
const TOO_LONG = /block range|more than \d+|too many results|limit exceeded|response size|timed? ?out/i

const isTooLong = (error: unknown): boolean =>
  error instanceof TooLongError || (error instanceof RefusalError && TOO_LONG.test(error.message))

/** A range reader of one node. It remembers the length that the node accepts, and tries a longer one by and by. */
export function createRanges() {
  let size = MAX_BLOCKS
  return {
    /** Yields every part of a span, in order. Throws the error that ends it early; the parts before it are valid. */
    async *read<T>({ from, to }: Span, ask: (part: Span) => Promise<readonly T[]>): AsyncGenerator<RangePart<T>> {
      for (let start = from; start <= to; ) {
        const end = start + size - 1n < to ? start + size - 1n : to
        const blocks = end - start + 1n
        let found: readonly T[]
        try {
          found = await ask({ from: start, to: end })
        } catch (error) {
          if (blocks === 1n || !isTooLong(error)) throw error
          size = blocks / 2n
          continue
        }
        if (blocks === size && size < MAX_BLOCKS) size = size * 2n < MAX_BLOCKS ? size * 2n : MAX_BLOCKS
        yield { to: end, found }
        start = end + 1n
      }
    },
  }
}

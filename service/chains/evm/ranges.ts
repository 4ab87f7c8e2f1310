import type { RangePart } from '../network.ts'
import { mayBeTooLong } from './errors.ts'

/** Reads spans of blocks in ranges of a size that the node accepts, and remembers that size. */

/** Maximum blocks of one request. */
const MAX_BLOCKS = 1_000n
/** Refused ranges within one span before it is given up. */
const MAX_REFUSALS = 24
/** Successful requests in a row before a longer range is tried; each refused probe doubles the number. */
const MIN_ANSWERS = 16
const MAX_ANSWERS = 4_096

export type FetchRange<T> = (from: bigint, to: bigint) => Promise<readonly T[]>

/** Remembers the accepted range of one node, so each node needs its own. */
export function createRanges() {
  let size = MAX_BLOCKS
  /** The longest range that succeeded since the last refusal. */
  let proven = 0n
  let answers = 0
  let requiredAnswers = MIN_ANSWERS

  function onAnswer(blocks: bigint): void {
    if (blocks < size) return
    proven = size
    answers += 1
    if (size === MAX_BLOCKS || answers < requiredAnswers) return
    answers = 0
    size = size * 2n < MAX_BLOCKS ? size * 2n : MAX_BLOCKS
  }

  function onRefusal(blocks: bigint): void {
    const isProbe = proven > 0n && blocks > proven
    if (isProbe) requiredAnswers = Math.min(requiredAnswers * 2, MAX_ANSWERS)
    else proven = 0n
    size = isProbe ? proven : blocks / 2n
    answers = 0
  }

  return {
    /** Yields every part of a span, in order. Throws the error that ends it early; the parts before it are valid. */
    async *read<T>({ from, to }: { from: bigint; to: bigint }, ask: FetchRange<T>): AsyncGenerator<RangePart<T>> {
      let refusals = 0
      for (let start = from; start <= to; ) {
        const end = start + size - 1n < to ? start + size - 1n : to
        const blocks = end - start + 1n
        const found = await ask(start, end).catch((error: unknown) => {
          refusals += 1
          if (blocks === 1n || refusals > MAX_REFUSALS || !mayBeTooLong(error)) throw error
          onRefusal(blocks)
          return undefined
        })
        if (!found) continue
        onAnswer(blocks)
        yield { to: end, found }
        start = end + 1n
      }
    },
  }
}

import { mayBeTooLong } from './evm-errors.ts'

/** Reads spans of blocks in ranges that a node takes, and remembers how long those may be. */

/** The most blocks that are asked for at once. */
const MAX_BLOCKS = 1_000n
/** How often a node may refuse ranges within one span before it is given up. */
const MAX_REFUSALS = 24
/** Answers in a row after which a longer range is tried; each one that is refused then makes it more. */
const MIN_ANSWERS = 16
const MAX_ANSWERS = 4_096

export interface RangePart<T> {
  /** The last block of it. */
  to: bigint
  found: readonly T[]
}

export type FetchRange<T> = (from: bigint, to: bigint) => Promise<readonly T[]>

export function createRanges() {
  let size = MAX_BLOCKS
  /** The longest range that was answered since one was refused. */
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
    /** Every part of a span, in order. Throws what ends it early; the parts before that stand. */
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

import fc from 'fast-check'
import { BaseError, RpcRequestError } from 'viem'
import { describe, expect, test } from 'vitest'
import { RateLimitError } from '#service/chains/evm/errors.ts'
import { retryAfterMs } from '#service/chains/evm/node.ts'
import { createRanges, type FetchRange } from '#service/chains/evm/ranges.ts'
import type { RangePart } from '#service/chains/network.ts'

const refusal = (message: string) =>
  new RpcRequestError({ body: {}, url: 'http://node', error: { code: -32_005, message } })

/** A node that takes so many blocks at once; counts its answers and refusals. */
function nodeOf(maxBlocks: bigint) {
  const counts = { answers: 0, refusals: 0 }
  const ask: FetchRange<bigint> = async (from, to) => {
    if (to - from + 1n > maxBlocks) {
      counts.refusals += 1
      throw refusal('block range is too wide')
    }
    counts.answers += 1
    return Array.from({ length: Number(to - from + 1n) }, (_, index) => from + BigInt(index))
  }
  return { counts, ask }
}

async function all<T>(parts: AsyncGenerator<RangePart<T>>): Promise<T[]> {
  const found: T[] = []
  for await (const part of parts) found.push(...part.found)
  return found
}

test('reads every block of a span once and in order, whatever range its node accepts', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.bigInt(1n, 1_500n),
      fc.bigInt(0n, 50n),
      fc.bigInt(0n, 3_000n),
      async (maxBlocks, from, length) => {
        const { ask } = nodeOf(maxBlocks)
        const blocks = await all(createRanges().read({ from, to: from + length }, ask))
        expect(blocks).toEqual(Array.from({ length: Number(length) + 1 }, (_, index) => from + BigInt(index)))
      },
    ),
    { numRuns: 50 },
  )
})

test('remembers the range that its node accepts, and probes a longer one less and less often', async () => {
  const { ask, counts } = nodeOf(4n)
  const ranges = createRanges()
  await all(ranges.read({ from: 0n, to: 399n }, ask))
  expect(counts.refusals).toBeLessThan(14)
  counts.refusals = 0
  await all(ranges.read({ from: 400n, to: 4_399n }, ask))
  expect(counts.refusals).toBeLessThan(7)
})

test('uses longer ranges again once its node accepts them', async () => {
  const strict = nodeOf(4n)
  const ranges = createRanges()
  await all(ranges.read({ from: 0n, to: 99n }, strict.ask))
  const free = nodeOf(1_000n)
  await all(ranges.read({ from: 100n, to: 99_999n }, free.ask))
  expect(free.counts.answers).toBeLessThan(500)
})

describe('ends at the first failure that a shorter range does not fix, and earlier parts are valid', () => {
  test.each([
    ['a limit of requests', new RateLimitError(1_000)],
    ['a limit of requests in words', refusal('daily request count exceeded, request rate limited')],
    ['a node that is gone', new BaseError('HTTP request failed.')],
    ['a mistake of ours', new TypeError('x is not a function')],
  ])('%s', async (_, failure) => {
    const found: bigint[] = []
    const ranges = createRanges()
    const read = async () => {
      for await (const part of ranges.read({ from: 0n, to: 2_999n }, async (from) => {
        if (from >= 1_000n) throw failure
        return [from]
      }))
        found.push(part.to)
    }
    await expect(read()).rejects.toBe(failure)
    expect(found).toEqual([999n])
  })

  test('a single block that is refused', async () => {
    await expect(all(createRanges().read({ from: 0n, to: 9n }, nodeOf(0n).ask))).rejects.toThrow('too wide')
  })
})

test.each([
  [null, undefined],
  ['0', 0],
  [' 7 ', 7_000],
  ['Thu, 01 Jan 1970 00:01:30 GMT', 30_000],
  ['Thu, 01 Jan 1970 00:00:01 GMT', 0],
  ['soon', undefined],
])('a Retry-After of %s is %s ms', (header, ms) => expect(retryAfterMs(header, 60_000)).toBe(ms))

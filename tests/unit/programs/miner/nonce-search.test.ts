import { createHash, hash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writeSimdModule } from '#lib/engine/simd-module.ts'
import { compileSimd } from '#service/programs/miner/compile-simd.ts'
import { createJavascriptSearch, type NonceRange, type NonceSearch } from '#service/programs/miner/nonce-search.ts'
import { createSimdSearch } from '#service/programs/miner/simd-search.ts'

const WORDS = 2 ** 32
const engines: readonly NonceSearch[] = [
  createSimdSearch(compileSimd() as WebAssembly.Module),
  createJavascriptSearch(),
]
const hex = (word: number) => (word >>> 0).toString(16).padStart(8, '0')

/** The same search by OpenSSL. */
function expected(challenge: string, { high, first, count }: NonceRange, limit: number): number[] {
  const lows = Array.from({ length: count }, (_, index) => first + index)
  return lows.filter((low) => {
    const digest = hash('sha256', Buffer.from(challenge + hex(high) + hex(low), 'hex'), 'buffer')
    return digest.readUInt32BE(0) <= limit
  })
}

const search = (engine: NonceSearch, of: { challenge: string; range: NonceRange; limit: number }): number[] => {
  engine.setChallenge(of.challenge)
  return engine.search(of.range, of.limit)
}

const challenges = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('hex'))
/** Also ranges that are no multiple of four nonces, and those that end with the last nonce. */
const ranges = fc
  .record({
    high: fc.nat(WORDS - 1),
    count: fc.integer({ min: 1, max: 150 }),
    first: fc.nat(WORDS - 1),
    isLast: fc.boolean(),
  })
  .map(({ high, count, first, isLast }) => ({
    high,
    count,
    first: isLast ? WORDS - count : Math.min(first, WORDS - count),
  }))
/** From no hash at all to all of them. */
const limits = fc.oneof(fc.nat(WORDS - 1), fc.constantFrom(0, 2 ** 31 - 1, 2 ** 31, WORDS - 1), fc.nat(2 ** 26))

describe.each(engines)('the $engine engine', (engine) => {
  test('finds what OpenSSL finds, for any challenge, range and limit', () => {
    fc.assert(
      fc.property(challenges, ranges, limits, (challenge, range, limit) => {
        expect(search(engine, { challenge, range, limit })).toEqual(expected(challenge, range, limit))
      }),
      { numRuns: 300 },
    )
  })

  test('finds every share of a million nonces, and says nothing of the others', () => {
    const challenge = createHash('sha256').update('a million').digest('hex')
    const range = { high: 7, first: 12_345, count: 2 ** 20 }
    const found = search(engine, { challenge, range, limit: 2 ** 18 })
    // Counted by OpenSSL; 64 are expected of such a limit.
    expect(found).toHaveLength(82)
    for (const low of found) expect(expected(challenge, { high: 7, first: low, count: 1 }, 2 ** 18)).toEqual([low])
    expect(search(engine, { challenge, range: { ...range, count: 4096 }, limit: 0 })).toEqual([])
  })

  test('tries the last nonce, and each of the lanes beside it', () => {
    const challenge = '00'.repeat(32)
    for (let count = 1; count <= 9; count += 1) {
      const range = { high: WORDS - 1, first: WORDS - count, count }
      const all = Array.from({ length: count }, (_, index) => WORDS - count + index)
      expect(search(engine, { challenge, range, limit: WORDS - 1 })).toEqual(all)
    }
  })

  test('takes a new challenge and a new upper half at once', () => {
    const range = { high: 1, first: 0, count: 64 }
    const limit = 2 ** 29
    for (const challenge of ['11'.repeat(32), '22'.repeat(32)])
      for (const high of [1, 2, -1])
        expect(search(engine, { challenge, range: { ...range, high }, limit })).toEqual(
          expected(challenge, { ...range, high }, limit),
        )
  })

  test('has batches that divide the nonces of one upper half', () => {
    expect(WORDS % engine.batch).toBe(0)
  })
})

describe('the module of the SIMD engine', () => {
  test('is the one whose speed and results were measured', () => {
    // A change of the generator changes the module: measure it again with tests/bench/engine.ts, then write its digest here.
    const bytes = writeSimdModule()
    expect([bytes.length, hash('sha256', bytes, 'hex')]).toEqual([
      20_582,
      'fab6d6395a91ca1d2eb20bdb760d7a85810d07633feb443a50ad387fde552aef',
    ])
  })

  /** The first rotation by 7 bits becomes one by 8. */
  function miscounting(): Uint8Array<ArrayBuffer> {
    const bytes = Buffer.from(writeSimdModule())
    const at = bytes.indexOf(Buffer.of(0x41, 7, 0xfd, 0xad, 1))
    bytes[at + 1] = 8
    return new Uint8Array(bytes)
  }

  test.each([
    ['ends early', () => writeSimdModule().slice(0, -1)],
    ['is empty', () => new Uint8Array()],
    ['is valid and hashes wrong', miscounting],
    ['is valid and has no function', () => Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)],
  ])('is not used when it %s', (_, bytes) => {
    expect(compileSimd(bytes())).toBeUndefined()
  })

  test('is not used where there is no WebAssembly', () => {
    const { WebAssembly: before } = globalThis
    try {
      Reflect.deleteProperty(globalThis, 'WebAssembly')
      expect(compileSimd()).toBeUndefined()
    } finally {
      globalThis.WebAssembly = before
    }
    expect(compileSimd()).toBeDefined()
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LIMBS, montgomery, readLimbs, writeLimbs } from '#service/platform/http/sm2/field.ts'
import { createNoble, publicKeyOf } from '#service/platform/http/sm2/noble.ts'
import { curve, modP, toBytes } from '#service/platform/http/sm2/parameters.ts'
import { byteOf, createPoints } from '#service/platform/http/sm2/points.ts'
import { createWasm } from '#service/platform/http/sm2/wasm.ts'

describe('the field', () => {
  const points = createPoints()
  const functions = points as unknown as Record<string, (...addresses: number[]) => void>
  const [first, second, result] = [1, 2, 3]
  const number = (at: number) => new Int32Array(points.memory.buffer, byteOf(at), LIMBS)
  const set = (at: number, value: bigint) => {
    writeLimbs(number(at), value)
    // The last limb takes whatever is above, and the sign.
    number(at)[LIMBS - 1] = Number(value >> BigInt(29 * (LIMBS - 1)))
    expect(readLimbs(number(at))).toBe(value)
  }
  const [lowest, highest] = [-(2n ** 252n), 2n ** 256n + 2n ** 252n]
  const edges = [lowest, -1n, 0n, 1n, curve.p - 1n, curve.p, curve.p + 1n, 2n ** 256n - 1n, highest]
  const loose = fc.oneof(fc.bigInt(lowest, highest), fc.constantFrom(...edges))

  interface Case {
    a: bigint
    b: bigint
    factor: bigint
    expected: (a: bigint, b: bigint) => bigint
  }
  /** Runs a function over two loose numbers as they are, and with all their limbs negated: its result has to be right, and loose. */
  function expectOf(name: string, { a, b, factor, expected }: Case): void {
    for (const sign of [1, -1]) {
      set(first, a)
      set(second, b)
      for (const limbs of [number(first), number(second)]) limbs.set(limbs.map((limb) => limb * sign))
      const operands = name === 'square' || name === 'combine 3' ? [first] : [first, second]
      functions[name]?.(byteOf(result), ...operands.map(byteOf))
      const found = readLimbs(number(result))
      expect(modP(found * factor)).toBe(modP(expected(a * BigInt(sign), b * BigInt(sign))))
      expect(found >= lowest && found <= highest).toBe(true)
      expect([...number(result)].slice(0, -1).every((limb) => limb >= 0 && limb < 2 ** 29)).toBe(true)
    }
  }

  const cases: Record<string, [factor: bigint, expected: (a: bigint, b: bigint) => bigint]> = {
    multiply: [montgomery, (a, b) => a * b],
    square: [montgomery, (a) => a * a],
    'combine 3': [1n, (a) => 3n * a],
    'combine 1 1': [1n, (a, b) => a + b],
    'combine 1 -1': [1n, (a, b) => a - b],
    'combine 4 -1': [1n, (a, b) => 4n * a - b],
    'combine 1 -8': [1n, (a, b) => a - 8n * b],
  }
  test.each(Object.entries(cases))('%s', (name, [factor, expected]) => {
    for (const a of edges) for (const b of edges) expectOf(name, { a, b, factor, expected })
    fc.assert(
      fc.property(loose, loose, (a, b) => expectOf(name, { a, b, factor, expected })),
      { numRuns: 2000 },
    )
  })
})

describe('d·P in WebAssembly is what @noble/curves finds', () => {
  const pointOf = (k: bigint) => Buffer.from(publicKeyOf(k.toString(16).padStart(64, '0')), 'hex')
  const expectSame = (d: bigint, point: Buffer) => {
    const [ours, theirs] = [createWasm, createNoble].map((create) => create(toBytes(d)).derive(point).toString('hex'))
    expect(ours).toBe(theirs)
  }

  test('for every key at either end, where points could meet', () => {
    for (let d = 1n; d <= 64n; d++) {
      expectSame(d, pointOf(7n))
      expectSame(curve.n - 1n - d, pointOf(7n))
    }
  })

  test('for keys of long runs of zeros and ones', () => {
    for (let bits = 4n; bits < 256n; bits += 4n) {
      expectSame(2n ** bits, pointOf(11n))
      expectSame(2n ** bits - 1n, pointOf(11n))
    }
  })

  test('for any key and point, again and again', () => {
    const scalar = fc.bigInt(1n, curve.n - 2n)
    fc.assert(
      fc.property(scalar, scalar, (d, k) => expectSame(d, pointOf(k))),
      { numRuns: 200 },
    )
    const [backend, point] = [createWasm(toBytes(3n ** 160n)), pointOf(5n)]
    expect(new Set(Array.from({ length: 50 }, () => backend.derive(point).toString('hex'))).size).toBe(1)
  })
})

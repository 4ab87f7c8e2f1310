import { randomBytes } from 'node:crypto'
import type { CreateBackend } from './backend.ts'
import { LIMBS, montgomery, readLimbs, writeLimbs } from './field.ts'
import { curve, modP, toBytes, toInteger } from './parameters.ts'
import { byteOf, createPoints, slot, TABLE_POINTS, threeAt } from './points.ts'

const DIGITS = 64
const [sumX, sumY, sumZ] = threeAt(slot.sum)
const [first, second, third] = threeAt(slot.scratch)
/** Written once; wiping the memory keeps them. */
const [one, rSquared] = [slot.end, slot.end + 1]
/** p - 2 in binary, from its first digit: so many ones or, where negative, zeros. */
const [, ...inverting] = [31, -1, 31, 31, 31, 31, 1, 1, 1, 1, -32, 31, 31, -1, 1]

/**
 * The back end in WebAssembly, written for this curve. Every key and every point takes the same steps over the same addresses,
 * each time with other, random projective coordinates of the point.
 */
export const createWasm: CreateBackend = (d) => {
  const points = createPoints()
  const { buffer } = points.memory
  const digits = digitsOf(toInteger(d))
  const numbers = Array.from({ length: slot.end + 2 }, (_, at) => new Int32Array(buffer, byteOf(at), LIMBS))
  const numberAt = (at: number) => numbers[at] as Int32Array
  const secrets = new Uint8Array(buffer, 0, byteOf(slot.end))
  const copy = (to: number, from: number, count: number) =>
    secrets.copyWithin(byteOf(to), byteOf(from), byteOf(from + count))
  const multiply = (result: number, a: number, b: number) => points.multiply(byteOf(result), byteOf(a), byteOf(b))
  const square = (result: number, a: number) => points.square(byteOf(result), byteOf(a))
  writeLimbs(numberAt(one), 1n)
  writeLimbs(numberAt(rSquared), modP(montgomery * montgomery))

  function start(c1: Buffer): void {
    writeLimbs(numberAt(sumX), toInteger(c1.subarray(1, 33)))
    writeLimbs(numberAt(sumY), toInteger(c1.subarray(33)))
    // Odd and below 2^255: never 0 modulo p.
    writeLimbs(numberAt(sumZ), (toInteger(randomBytes(32)) >> 1n) | 1n)
    square(first, sumZ)
    multiply(second, first, sumZ)
    for (const [number, factor] of [
      [sumX, first],
      [sumY, second],
    ] as const) {
      multiply(number, number, rSquared)
      multiply(number, number, factor)
    }
  }

  /** Fills the table with P, 3P, 5P and so on, where P is the sum. */
  function fillTable(): void {
    copy(slot.table, slot.sum, 3)
    points.double()
    copy(slot.other, slot.sum, 3)
    copy(slot.sum, slot.table, 3)
    for (let entry = 1; entry < TABLE_POINTS; entry++) {
      points.add()
      copy(slot.table + 3 * entry, slot.sum, 3)
    }
  }

  /**
   * The sum is never infinity nor what is added to it: it is k·P, with k a multiple of 16 between 16 and n + 15, and
   * what is added is at most ±15·P. They could only meet where k = n + e for the last digit e, of a d that is n + 2e, so
   * with e below 0. But e is (d mod 32) - 16, and n mod 32 is 3: of all numbers e only 13, -19 and so on fit.
   */
  function run(): void {
    for (const [at, digit] of digits.entries()) {
      points.select(digit.index, digit.sign)
      if (at === 0) copy(slot.sum, slot.other, 3)
      else points.add()
      if (at < DIGITS - 1) for (let times = 0; times < 4; times++) points.double()
    }
  }

  /** 1/z into the first scratch, as z to the power of p - 2 (Fermat). */
  function invert(): void {
    const [ones, before] = [second, third]
    copy(ones, sumZ, 1)
    for (const length of [1, 3, 7, 15]) {
      copy(before, ones, 1)
      for (let times = 0; times < length; times++) square(ones, ones)
      multiply(ones, ones, before)
      square(ones, ones)
      multiply(ones, ones, sumZ)
    }
    copy(first, ones, 1)
    for (const digits of inverting) {
      for (let times = 0; times < Math.abs(digits); times++) square(first, first)
      if (digits > 0) multiply(first, first, digits === 1 ? sumZ : ones)
    }
  }

  function coordinates(): Buffer {
    invert()
    square(second, first)
    multiply(first, first, second)
    multiply(sumX, sumX, second)
    multiply(sumY, sumY, first)
    const plain = [sumX, sumY].map((number) => {
      multiply(number, number, one)
      return toBytes(modP(readLimbs(numberAt(number))))
    })
    return Buffer.concat(plain)
  }

  return {
    name: 'wasm',
    derive(c1) {
      try {
        start(c1)
        fillTable()
        run()
        return coordinates()
      } finally {
        secrets.fill(0)
      }
    },
  }
}

/**
 * d in 64 digits of base 16, the highest first, each odd and between -15 and 15 (Joye and Tunstall, "Exponent
 * recoding and regular exponentiation algorithms", 2009): as none is 0, every one is added. An even d is -(n - d).
 */
function digitsOf(d: bigint): { index: number; sign: number }[] {
  const isEven = d % 2n === 0n
  const digits: number[] = []
  let rest = isEven ? curve.n - d : d
  while (digits.length < DIGITS - 1) {
    const digit = (rest & 31n) - 16n
    digits.unshift(Number(digit))
    rest = (rest - digit) >> 4n
  }
  digits.unshift(Number(rest))
  return digits.map((digit) => ({ index: (Math.abs(digit) - 1) / 2, sign: Math.sign(digit) * (isEven ? -1 : 1) }))
}

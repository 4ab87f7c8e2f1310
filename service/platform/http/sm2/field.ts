import { assign, type Code, local, type WasmFunction } from '#lib/engine/wasm-module.ts'
import { and, constant, load, minus, plus, shiftLeft, shiftRight, store, times } from './wasm-int64.ts'

/**
 * Numbers modulo p as nine limbs of 29 bits, the last of them signed and unbounded. They are held loosely: any value between
 * -2^252 and 2^256 + 2^252 that is the number modulo p; an operand may also have all its limbs negated. So nothing
 * overflows 64 bits (nine products of 58 bits each), and nothing depends on a value but the values: no branch, no address.
 */
export const LIMBS = 9
const BITS = 29
/** Bits of the last limb of a number of 256 bits. */
const LAST_BITS = 256 - (LIMBS - 1) * BITS
/** Montgomery's R: products are divided by it. */
export const montgomery = 1n << BigInt(LIMBS * BITS)

const limbs = Array.from({ length: LIMBS }, (_, index) => index)
const sum = (terms: readonly Code[]) => terms.reduce(plus)
const shifted = (value: Code, bits: number) => (bits === 0 ? value : shiftLeft(value, constant(bits)))
const low = (value: Code, bits = BITS) => and(value, constant(2 ** bits - 1))
const carried = (value: Code) => shiftRight(value, constant(BITS))
const loadAll = (parameter: number, first: number) =>
  limbs.flatMap((limb) => assign(first + limb, load(local(parameter), limb)))

/** The pairs of limbs that meet in column k of a product. */
const pairs = (k: number) => limbs.filter((i) => k - i >= 0 && k - i < LIMBS).map((i) => [i, k - i] as const)

/** `multiply(result, a, b)`: a·b/R. */
export function multiply(): WasmFunction {
  const [a, b] = [3, 3 + LIMBS]
  const column = (k: number) => sum(pairs(k).map(([i, j]) => times(local(a + i), local(b + j))))
  const code = [...loadAll(1, a), ...loadAll(2, b), ...reduced(b + LIMBS, column)]
  return { name: 'multiply', parameters: 3, locals: [[3 * LIMBS + 1, 'i64']], code }
}

/** `square(result, a)`: a²/R, with each pair of different limbs multiplied once. */
export function square(): WasmFunction {
  const a = 2
  const product = ([i, j]: readonly [number, number]) => times(local(a + i), local(a + j))
  const column = (k: number) => {
    const twice = pairs(k).filter(([i, j]) => i < j)
    const once = pairs(k).filter(([i, j]) => i === j)
    return sum([...(twice.length > 0 ? [shifted(sum(twice.map(product)), 1)] : []), ...once.map(product)])
  }
  return {
    name: 'square',
    parameters: 2,
    locals: [[2 * LIMBS + 1, 'i64']],
    code: [...loadAll(1, a), ...reduced(a + LIMBS, column)],
  }
}

/**
 * The columns of a product, divided by R into the first parameter (Montgomery, "Modular multiplication without trial
 * division", 1985). Because p is -1 + 2^64 - 2^96 - 2^224 + 2^256, the multiple m of p that clears a column is the
 * column's low limb itself, and adding it is four shifts.
 */
function reduced(m: number, column: (k: number) => Code): Code {
  const rest = m + LIMBS
  const multiples = (k: number, value: Code) =>
    (
      [
        [256, plus],
        [224, minus],
        [96, minus],
        [64, plus],
      ] as const
    ).reduce((whole, [power, combine]) => {
      const from = k - Math.floor(power / BITS)
      return limbs.includes(from) ? combine(whole, shifted(local(m + from), power % BITS)) : whole
    }, value)
  const code = [...assign(rest, constant(0))]
  for (let k = 0; k < 2 * LIMBS - 1; k++) {
    code.push(...assign(rest, plus(multiples(k, column(k)), carried(local(rest)))))
    const limb = low(local(rest))
    code.push(...(k < LIMBS ? assign(m + k, limb) : store(local(0), k - LIMBS, limb)))
  }
  const last = multiples(2 * LIMBS - 1, carried(local(rest)))
  return [...code, ...store(local(0), LIMBS - 1, last)]
}

/** `(result, x, ...)`: the sum of the numbers, each times its small coefficient; the coefficients together are 15 at most. */
export function combination(coefficients: readonly number[]): WasmFunction {
  const parameters = coefficients.length + 1
  const [last, over, rest] = [parameters, parameters + 1, parameters + 2]
  const column = (limb: number) =>
    sum(coefficients.map((coefficient, at) => times(load(local(at + 1), limb), constant(coefficient))))
  // The excess over 2^256 is added back as 2^224 + 2^96 - 2^64 + 1, which is congruent modulo p.
  const folded = (limb: number) => {
    const back = { 0: 0, 3: 96 % BITS, 7: 224 % BITS }[limb]
    if (back !== undefined) return plus(column(limb), shifted(local(over), back))
    return limb === 2 ? minus(column(limb), shifted(local(over), 64 % BITS)) : column(limb)
  }
  const code = [
    ...assign(last, column(LIMBS - 1)),
    ...assign(over, shiftRight(local(last), constant(LAST_BITS))),
    ...assign(rest, constant(0)),
  ]
  for (const limb of limbs.slice(0, -1)) {
    code.push(...assign(rest, plus(folded(limb), carried(local(rest)))))
    code.push(...store(local(0), limb, low(local(rest))))
  }
  code.push(...store(local(0), LIMBS - 1, plus(low(local(last), LAST_BITS), carried(local(rest)))))
  return { name: combinationName(coefficients), parameters, locals: [[3, 'i64']], code }
}

export const combinationName = (coefficients: readonly number[]): string => `combine ${coefficients.join(' ')}`

export function writeLimbs(to: Int32Array, value: bigint): void {
  for (const limb of limbs) to[limb] = Number(BigInt.asUintN(BITS, value >> BigInt(limb * BITS)))
}

export function readLimbs(from: Int32Array): bigint {
  return from.reduceRight((value, limb) => (value << BigInt(BITS)) + BigInt(limb), 0n)
}

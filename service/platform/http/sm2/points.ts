import { assign, type Code, call, int32, local, moduleBytes, type WasmFunction } from '#lib/engine/wasm-module.ts'
import { combination, combinationName, LIMBS, multiply, square } from './field.ts'
import { and, load, maskIfEqual, plus, store, times, widened } from './wasm-int64.ts'

/** Memory layout, counted in field elements. A point is three of them: x·z², y·z³ and z (Jacobian). */
export const slot = { sum: 0, other: 3, scratch: 6, table: 11, end: 35 } as const
/** P, 3P, 5P … 15P. */
export const TABLE_POINTS = 8

/** A call of a function of `field.ts`: the index of the result, then the indexes of its operands. */
interface Step {
  readonly name: string
  readonly numbers: readonly number[]
  /** Only for a combination. */
  readonly coefficients?: readonly number[]
}
type Term = readonly [coefficient: number, of: number]

const multiplied = (result: number, left: number, right: number): Step => ({
  name: 'multiply',
  numbers: [result, left, right],
})
const squared = (result: number, of: number): Step => ({ name: 'square', numbers: [result, of] })
function combined(result: number, ...terms: Term[]): Step {
  const coefficients = terms.map(([coefficient]) => coefficient)
  return { name: combinationName(coefficients), numbers: [result, ...terms.map(([, of]) => of)], coefficients }
}

export const byteOf = (at: number): number => at * LIMBS * 4
const addressOf = (at: number) => int32(byteOf(at))
export const threeAt = (at: number) => [at, at + 1, at + 2] as const
const [x, y, z] = threeAt(slot.sum)
const [otherX, otherY, otherZ] = threeAt(slot.other)
const [a, b, c] = threeAt(slot.scratch)
const [d, e] = [c + 1, c + 2]

/** Twice the sum, for curves with a = -3 (Bernstein and Lange, "dbl-2001-b"). */
const double: readonly Step[] = [
  squared(a, z),
  squared(b, y),
  multiplied(c, x, b),
  combined(d, [1, x], [-1, a]),
  combined(e, [1, x], [1, a]),
  multiplied(d, d, e),
  combined(d, [3, d]),
  combined(e, [1, y], [1, z]),
  squared(e, e),
  combined(z, [1, e], [-1, b], [-1, a]),
  squared(a, d),
  combined(x, [1, a], [-8, c]),
  combined(c, [4, c], [-1, x]),
  multiplied(c, d, c),
  squared(b, b),
  combined(y, [1, c], [-8, b]),
]

/** Adds the other point to the sum; not for equal points, or for a sum that is infinity (Cohen, Miyaji and Ono, 1998). */
const add: readonly Step[] = [
  squared(a, z),
  multiplied(b, otherX, a),
  multiplied(a, a, z),
  multiplied(a, otherY, a),
  squared(c, otherZ),
  multiplied(x, x, c),
  multiplied(c, c, otherZ),
  multiplied(y, y, c),
  combined(b, [1, b], [-1, x]),
  combined(a, [1, a], [-1, y]),
  multiplied(z, z, otherZ),
  multiplied(z, z, b),
  squared(c, b),
  multiplied(b, b, c),
  multiplied(c, x, c),
  multiplied(y, y, b),
  squared(x, a),
  combined(x, [1, x], [-1, b], [-2, c]),
  combined(c, [1, c], [-1, x]),
  multiplied(c, a, c),
  combined(y, [1, c], [-1, y]),
]

/**
 * `select(index, sign)` loads a point of the table into the other point, with each limb of its y times the sign. It reads the
 * whole table, so that the access pattern is constant.
 */
function select(): WasmFunction {
  const [index, sign, masks] = [0, 1, 2]
  const entries = Array.from({ length: TABLE_POINTS }, (_, entry) => entry)
  const code = entries.flatMap((entry) => assign(masks + entry, maskIfEqual(index, entry)))
  for (let limb = 0; limb < 3 * LIMBS; limb++) {
    const entry = (at: number) => and(load(addressOf(slot.table + 3 * at), limb), local(masks + at))
    const chosen = entries.map(entry).reduce(plus)
    const isY = Math.floor(limb / LIMBS) === 1
    code.push(...store(addressOf(slot.other), limb, isY ? times(chosen, widened(sign)) : chosen))
  }
  return { name: 'select', parameters: 2, locals: [[TABLE_POINTS, 'i64']], code }
}

/** The functions of this file and of `field.ts`; field elements are given by their addresses. */
export interface Points {
  readonly memory: WebAssembly.Memory
  multiply(result: number, a: number, b: number): void
  square(result: number, a: number): void
  double(): void
  add(): void
  select(index: number, sign: number): void
}

/** Compiled once: each key has an instance, and so a memory, of its own. */
let compiled: WebAssembly.Module | undefined

/** Throws where WebAssembly is switched off. */
export function createPoints(): Points {
  compiled ??= compilePoints()
  return new WebAssembly.Instance(compiled).exports as unknown as Points
}

function compilePoints(): WebAssembly.Module {
  const sums = new Map(
    [...double, ...add].flatMap(({ name, coefficients }) => (coefficients ? [[name, combination(coefficients)]] : [])),
  )
  const functions = [multiply(), square(), ...sums.values()]
  const indexOf = (name: string) => functions.findIndex((one) => one.name === name)
  const codeOf = ({ name, numbers }: Step): Code => call(indexOf(name), ...numbers.map(addressOf))
  const program = (name: string, all: readonly Step[]) => ({
    name,
    parameters: 0,
    locals: [],
    code: all.flatMap(codeOf),
  })
  const bytes = moduleBytes([...functions, program('double', double), program('add', add), select()])
  return new WebAssembly.Module(bytes)
}

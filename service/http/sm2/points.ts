import { combination, combinationName, LIMBS, multiply, square } from './field.ts'
import {
  address,
  and,
  assign,
  type Code,
  call,
  load,
  local,
  maskIfEqual,
  moduleOf,
  plus,
  store,
  times,
  type WasmFunction,
  widened,
} from './wasm-format.ts'

/** Where what stands in the memory, counted in numbers. A point is three of them: x·z², y·z³ and z (Jacobian). */
export const slot = { sum: 0, other: 3, scratch: 6, table: 11, end: 35 } as const
/** P, 3P, 5P … 15P. */
export const TABLE_POINTS = 8

type Step = readonly ['multiply' | 'square', result: number, ...numbers: number[]] | Combination
type Combination = readonly ['combine', result: number, terms: readonly (readonly [coefficient: number, of: number])[]]

export const byteOf = (at: number): number => at * LIMBS * 4
const addressOf = (at: number) => address(byteOf(at))
const [x, y, z] = [0, 1, 2]
const [otherX, otherY, otherZ] = [3, 4, 5]
const [a, b, c, d, e] = [6, 7, 8, 9, 10]

/** Twice the sum, for curves with a = -3 (Bernstein and Lange, "dbl-2001-b"). */
const double: readonly Step[] = [
  ['square', a, z],
  ['square', b, y],
  ['multiply', c, x, b],
  [
    'combine',
    d,
    [
      [1, x],
      [-1, a],
    ],
  ],
  [
    'combine',
    e,
    [
      [1, x],
      [1, a],
    ],
  ],
  ['multiply', d, d, e],
  ['combine', d, [[3, d]]],
  [
    'combine',
    e,
    [
      [1, y],
      [1, z],
    ],
  ],
  ['square', e, e],
  [
    'combine',
    z,
    [
      [1, e],
      [-1, b],
      [-1, a],
    ],
  ],
  ['square', a, d],
  [
    'combine',
    x,
    [
      [1, a],
      [-8, c],
    ],
  ],
  [
    'combine',
    c,
    [
      [4, c],
      [-1, x],
    ],
  ],
  ['multiply', c, d, c],
  ['square', b, b],
  [
    'combine',
    y,
    [
      [1, c],
      [-8, b],
    ],
  ],
]

/** The sum and the other point; not for two that are the same, or whose sum is infinity (Cohen, Miyaji and Ono, 1998). */
const add: readonly Step[] = [
  ['square', a, z],
  ['multiply', b, otherX, a],
  ['multiply', a, a, z],
  ['multiply', a, otherY, a],
  ['square', c, otherZ],
  ['multiply', x, x, c],
  ['multiply', c, c, otherZ],
  ['multiply', y, y, c],
  [
    'combine',
    b,
    [
      [1, b],
      [-1, x],
    ],
  ],
  [
    'combine',
    a,
    [
      [1, a],
      [-1, y],
    ],
  ],
  ['multiply', z, z, otherZ],
  ['multiply', z, z, b],
  ['square', c, b],
  ['multiply', b, b, c],
  ['multiply', c, x, c],
  ['multiply', y, y, b],
  ['square', x, a],
  [
    'combine',
    x,
    [
      [1, x],
      [-1, b],
      [-2, c],
    ],
  ],
  [
    'combine',
    c,
    [
      [1, c],
      [-1, x],
    ],
  ],
  ['multiply', c, a, c],
  [
    'combine',
    y,
    [
      [1, c],
      [-1, y],
    ],
  ],
]

/** `select(index, sign)`: the other point becomes the one of the table, its y times the sign. All of the table is read. */
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
  return { name: 'select', parameters: 2, locals: TABLE_POINTS, code }
}

const isCombination = (step: Step): step is Combination => step[0] === 'combine'
const coefficientsOf = ([, , terms]: Combination) => terms.map(([coefficient]) => coefficient)

/** The functions of this file and of `field.ts`; numbers are given by their addresses. */
export interface Points {
  readonly memory: WebAssembly.Memory
  multiply(result: number, a: number, b: number): void
  square(result: number, a: number): void
  double(): void
  add(): void
  select(index: number, sign: number): void
}

/** Throws where WebAssembly is switched off. */
export function createPoints(): Points {
  const steps = [...double, ...add].filter(isCombination)
  const sums = new Map(steps.map(coefficientsOf).map((all) => [combinationName(all), combination(all)]))
  const functions = [multiply(), square(), ...sums.values()]
  const indexOf = (name: string) => functions.findIndex((one) => one.name === name)
  const codeOf = (step: Step): Code => {
    const [name, ...numbers] = isCombination(step)
      ? [combinationName(coefficientsOf(step)), step[1], ...step[2].map(([, of]) => of)]
      : step
    return call(indexOf(name), ...numbers.map(addressOf))
  }
  const program = (name: string, all: readonly Step[]) => ({
    name,
    parameters: 0,
    locals: 0,
    code: all.flatMap(codeOf),
  })
  const module = moduleOf([...functions, program('double', double), program('add', add), select()])
  return new WebAssembly.Instance(module).exports as unknown as Points
}

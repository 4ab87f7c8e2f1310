/** The part of WebAssembly's binary format that the modules of this project need (core specification 2.0, 5.4 and 5.5). */
export type Code = readonly number[]

export interface WasmFunction {
  readonly name: string
  /** Each is an i32. */
  readonly parameters: number
  /** The type of the result; without one, the function has none. */
  readonly result?: 'i32'
  /** How many of each type; they are numbered after the parameters, in this order. */
  readonly locals: readonly (readonly [count: number, type: keyof typeof valueTypes])[]
  readonly code: Code
}

const valueTypes = { i32: 0x7f, i64: 0x7e, v128: 0x7b } as const

/** LEB128. A signed number ends where the rest is only the sign of the last byte. */
function leb128(value: bigint, isSigned: boolean): Code {
  const byte = Number(value & 127n)
  const rest = value >> 7n
  const isLast = isSigned && byte >= 64 ? rest === -1n : rest === 0n
  return isLast ? [byte] : [byte | 128, ...leb128(rest, isSigned)]
}
export const unsigned = (value: number): Code => leb128(BigInt(value), false)
export const signed = (value: number): Code => leb128(BigInt(value), true)

export const local = (index: number): Code => [0x20, ...unsigned(index)]
export const assign = (index: number, value: Code): Code => [...value, 0x21, ...unsigned(index)]
/** A constant of 32 bits, for example an address. */
export const int32 = (value: number): Code => [0x41, ...signed(value)]
export const call = (index: number, ...values: Code[]): Code => [...values.flat(), 0x10, ...unsigned(index)]

const list = (items: readonly Code[]): Code => [...unsigned(items.length), ...items.flat()]
const text = (value: string): Code => list([...new TextEncoder().encode(value)].map((byte) => [byte]))
const sized = (body: Code): Code => [...unsigned(body.length), ...body]
const section = (id: number, items: readonly Code[]): Code => [id, ...sized(list(items))]

const typeOf = ({ parameters, result }: WasmFunction): Code => [
  0x60,
  ...list(new Array(parameters).fill([valueTypes.i32])),
  ...list(result === undefined ? [] : [[valueTypes[result]]]),
]

function bodyOf({ locals, code }: WasmFunction): Code {
  return sized([...list(locals.map(([count, type]) => [...unsigned(count), valueTypes[type]])), ...code, 0x0b])
}

/** A module with one page of memory, `memory`, and the functions under their names. */
export function moduleBytes(functions: readonly WasmFunction[]): Uint8Array<ArrayBuffer> {
  const exported = functions.map(({ name }, index) => [...text(name), 0, ...unsigned(index)])
  const bytes = [
    [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    section(1, functions.map(typeOf)),
    section(
      3,
      functions.map((_, index) => unsigned(index)),
    ),
    section(5, [[0, 1]]),
    section(7, [[...text('memory'), 2, 0], ...exported]),
    section(10, functions.map(bodyOf)),
  ]
  return Uint8Array.from(bytes.flat())
}

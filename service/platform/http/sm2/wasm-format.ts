/** The part of WebAssembly's binary format that `field.ts` and `points.ts` need (core specification 2.0, 5.4 and 5.5). */
export type Code = readonly number[]

/** A function without a result: results are stored in the memory. */
export interface WasmFunction {
  readonly name: string
  /** Each is an i32, usually an address. */
  readonly parameters: number
  /** Each is an i64, numbered after the parameters. */
  readonly locals: number
  readonly code: Code
}

/** LEB128. A signed number ends where the rest is only the sign of the last byte. */
function leb128(value: bigint, isSigned: boolean): Code {
  const byte = Number(value & 127n)
  const rest = value >> 7n
  const isLast = isSigned && byte >= 64 ? rest === -1n : rest === 0n
  return isLast ? [byte] : [byte | 128, ...leb128(rest, isSigned)]
}
const unsigned = (value: number) => leb128(BigInt(value), false)
const signed = (value: number) => leb128(BigInt(value), true)

const binary = (opcode: number) => (left: Code, right: Code) => [...left, ...right, opcode]
export const plus = binary(0x7c)
export const minus = binary(0x7d)
export const times = binary(0x7e)
export const and = binary(0x83)
export const shiftLeft = binary(0x86)
/** Arithmetic shift: rounds towards minus infinity. */
export const shiftRight = binary(0x87)

export const local = (index: number): Code => [0x20, ...unsigned(index)]
export const assign = (index: number, value: Code): Code => [...value, 0x21, ...unsigned(index)]
export const constant = (value: number): Code => [0x42, ...signed(value)]
export const address = (value: number): Code => [0x41, ...signed(value)]
/** -1 where the i32 in `index` is `value`, else 0; the processor does not branch for it. */
export const maskIfEqual = (index: number, value: number): Code =>
  minus(constant(0), [...local(index), ...address(value), 0x46, 0xac])
export const widened = (index: number): Code => [...local(index), 0xac]
/** A signed number of 32 bits; `at` counts such numbers from the address. */
export const load = (from: Code, at: number): Code => [...from, 0x34, 2, ...unsigned(4 * at)]
export const store = (to: Code, at: number, value: Code): Code => [...to, ...value, 0x3e, 2, ...unsigned(4 * at)]
export const call = (index: number, ...values: Code[]): Code => [...values.flat(), 0x10, ...unsigned(index)]

const list = (items: readonly Code[]): Code => [...unsigned(items.length), ...items.flat()]
const text = (value: string): Code => list([...Buffer.from(value)].map((byte) => [byte]))
const sized = (body: Code): Code => [...unsigned(body.length), ...body]
const section = (id: number, items: readonly Code[]): Code => [id, ...sized(list(items))]

/** A module with one page of memory, `memory`, and the functions under their names. */
export function moduleOf(functions: readonly WasmFunction[]): WebAssembly.Module {
  const [i32, i64] = [0x7f, 0x7e]
  const types = functions.map(({ parameters }) => [0x60, ...list(new Array(parameters).fill([i32])), 0])
  const exported = functions.map(({ name }, index) => [...text(name), 0, ...unsigned(index)])
  const bodies = functions.map(({ locals, code }) => sized([...list([[...unsigned(locals), i64]]), ...code, 0x0b]))
  const bytes = [
    [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    section(1, types),
    section(
      3,
      functions.map((_, index) => unsigned(index)),
    ),
    section(5, [[0, 1]]),
    section(7, [[...text('memory'), 2, 0], ...exported]),
    section(10, bodies),
  ]
  return new WebAssembly.Module(Uint8Array.from(bytes.flat()))
}

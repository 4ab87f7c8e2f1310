import { type Code, int32, local, signed, unsigned } from '#lib/engine/wasm-module.ts'

/** The instructions on numbers of 64 bits that `field.ts` and `points.ts` need (core specification 2.0, 5.4). */

const binary = (opcode: number) => (left: Code, right: Code) => [...left, ...right, opcode]
export const plus = binary(0x7c)
export const minus = binary(0x7d)
export const times = binary(0x7e)
export const and = binary(0x83)
export const shiftLeft = binary(0x86)
/** Arithmetic shift: rounds towards minus infinity. */
export const shiftRight = binary(0x87)

export const constant = (value: number): Code => [0x42, ...signed(value)]
/** -1 where the i32 in `index` is `value`, else 0; the processor does not branch for it. */
export const maskIfEqual = (index: number, value: number): Code =>
  minus(constant(0), [...local(index), ...int32(value), 0x46, 0xac])
export const widened = (index: number): Code => [...local(index), 0xac]
/** A signed number of 32 bits; `at` counts such numbers from the address. */
export const load = (from: Code, at: number): Code => [...from, 0x34, 2, ...unsigned(4 * at)]
export const store = (to: Code, at: number, value: Code): Code => [...to, ...value, 0x3e, 2, ...unsigned(4 * at)]

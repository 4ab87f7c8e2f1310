import { type Code, int32, unsigned } from './wasm-module.ts'

/** The instructions on four numbers of 32 bits at once that the SIMD engine needs (core specification 2.0, 5.4.8). */

const simd = (opcode: number): Code => [0xfd, ...unsigned(opcode)]
const binary = (opcode: number) => (left: Code, right: Code) => [...left, ...right, ...simd(opcode)]
const shift = (opcode: number) => (value: Code, bits: number) => [...value, ...int32(bits), ...simd(opcode)]
/** Memory is read and written at addresses known in advance, in steps of 16 bytes. */
const SLOT_BYTES = 16
const place = (slot: number): Code => [4, ...unsigned(slot * SLOT_BYTES)]

export const plus = binary(0xae)
export const and = binary(0x4e)
export const or = binary(0x50)
export const xor = binary(0x51)
/** Unsigned; a lane is -1 where it holds, else 0. */
export const lessOrEqual = binary(0x3e)
export const shiftLeft = shift(0xab)
export const shiftRight = shift(0xad)
/** The bits of `whereOne` where `mask` has a one, else those of `whereZero`. */
export const select = (mask: Code, whereOne: Code, whereZero: Code): Code => [
  ...whereOne,
  ...whereZero,
  ...mask,
  ...simd(0x52),
]
/** An i32 in all four lanes. */
export const splat = (value: Code): Code => [...value, ...simd(0x11)]
export const lanes = (...values: readonly [number, number, number, number]): Code => [
  ...simd(0x0c),
  ...new Uint8Array(Int32Array.from(values).buffer),
]
/** An i32 that is 0 where all lanes are 0. */
export const isAnyTrue = (value: Code): Code => [...value, ...simd(0x53)]
export const load = (slot: number): Code => [...int32(0), ...simd(0x00), ...place(slot)]
export const store = (slot: number, value: Code): Code => [...int32(0), ...value, ...simd(0x0b), ...place(slot)]

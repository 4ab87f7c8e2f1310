import { initialState, roundConstants } from './sha256-constants.ts'
import {
  and,
  isAnyTrue,
  lanes,
  lessOrEqual,
  or,
  plus,
  select,
  shiftLeft,
  shiftRight,
  splat,
  store,
  xor,
} from './simd-instructions.ts'
import { createWordWriter, known, type Operation, type Word, type WordWriter } from './simd-words.ts'
import { assign, type Code, int32, local, moduleBytes, type WasmFunction } from './wasm-module.ts'

/** The first 9 words of the message are of the job: the challenge, and the upper half of the nonce. */
export const JOB_WORDS = 9
/** The message of 40 bytes after the nonce: a one bit, zeros, and the length in bits (FIPS 180-4, 5.1.1). */
const padding = [0x80000000, 0, 0, 0, 0, 320]
const LANES = 4

const rotated = (x: number, bits: number) => (x >>> bits) | (x << (32 - bits))
const rotatedCode = (x: Code, bits: number) => or(shiftRight(x, bits), shiftLeft(x, 32 - bits))

/** The functions of FIPS 180-4, 4.1.2. */
const upperSigma = (a: number, b: number, c: number): Operation => ({
  evaluate: (x = 0) => rotated(x, a) ^ rotated(x, b) ^ rotated(x, c),
  instructions: (x = []) => xor(xor(rotatedCode(x, a), rotatedCode(x, b)), rotatedCode(x, c)),
})
const lowerSigma = (a: number, b: number, c: number): Operation => ({
  evaluate: (x = 0) => rotated(x, a) ^ rotated(x, b) ^ (x >>> c),
  instructions: (x = []) => xor(xor(rotatedCode(x, a), rotatedCode(x, b)), shiftRight(x, c)),
})
const upperSigma0 = upperSigma(2, 13, 22)
const upperSigma1 = upperSigma(6, 11, 25)
const lowerSigma0 = lowerSigma(7, 18, 3)
const lowerSigma1 = lowerSigma(17, 19, 10)
const choice: Operation = {
  evaluate: (x = 0, y = 0, z = 0) => z ^ (x & (y ^ z)),
  instructions: (x = [], y = [], z = []) => select(x, y, z),
}
const difference: Operation = {
  evaluate: (x = 0, y = 0) => x ^ y,
  instructions: (x = [], y = []) => xor(x, y),
}
/** The majority of x, y and z is y ^ ((x ^ y) & (y ^ z)); the second difference is the first one of the round before. */
const majority: Operation = {
  evaluate: (y = 0, xy = 0, yz = 0) => y ^ (xy & yz),
  instructions: (y = [], xy = [], yz = []) => xor(y, and(xy, yz)),
}

/** The 64 words of the message schedule (6.2.2, step 1). */
function scheduleOf(nonce: Word, { argument, apply, sum, keep }: WordWriter): (index: number) => Word {
  const words = [...Array.from({ length: JOB_WORDS }, (_, index) => argument(index)), nonce, ...padding.map(known)]
  const at = (index: number) => words[index] as Word
  return (index) => {
    if (index >= words.length)
      words.push(
        keep(sum(at(index - 16), apply(lowerSigma0, at(index - 15)), at(index - 7), apply(lowerSigma1, at(index - 2)))),
      )
    return at(index)
  }
}

/**
 * The first word of the hash (6.2.2). The rounds before the nonce become code of the job, and so do the parts of the rounds and of the
 * schedule after it that no nonce changes. The last round makes only the word that decides.
 */
function headOf(nonce: Word, writer: WordWriter): Word {
  const { apply, sum, keep } = writer
  const word = scheduleOf(nonce, writer)
  let [a, b, c, d, e, f, g, h] = initialState.map(known) as [Word, Word, Word, Word, Word, Word, Word, Word]
  let bc = apply(difference, b, c)
  for (const [round, constant] of roundConstants.entries()) {
    const t1 = keep(sum(h, known(constant), word(round), apply(upperSigma1, e), apply(choice, e, f, g)))
    const ab = keep(apply(difference, a, b))
    const next = sum(t1, apply(upperSigma0, a), apply(majority, b, ab, bc))
    if (round === roundConstants.length - 1) return keep(sum(next, known(initialState[0] as number)))
    ;[h, g, f, e, d, c, b, a] = [g, f, e, keep(sum(d, t1)), c, b, a, keep(next)]
    bc = ab
  }
  throw new Error('SHA-256 has 64 rounds')
}

/**
 * Writes the WebAssembly module of the SIMD engine, which hashes four nonces at once. `prepare` takes the nine words of a job.
 * `scan(first, groups, limit)` tries so many groups of four nonces from `first` on, and returns the number of the first group in which
 * the first 32 bits of a hash are at most `limit`, with those of its four hashes at address 0; `groups` where there is none.
 */
export function writeSimdModule(): Uint8Array<ArrayBuffer> {
  const [first, groups, limit, group, nonces] = [0, 1, 2, 3, 4]
  const writer = createWordWriter({ firstSlot: 1, firstLocal: nonces + 1 })
  const head = writer.read(headOf({ kind: 'nonce', code: local(nonces) }, writer))
  const step = [...local(group), ...int32(1), I32_ADD]
  const scan: WasmFunction = {
    name: 'scan',
    parameters: 3,
    result: 'i32',
    locals: [
      [1, 'i32'],
      [writer.nextLocal() - nonces, 'v128'],
    ],
    code: [
      ...assign(nonces, plus(splat(local(first)), lanes(0, 1, 2, 3))),
      ...[LOOP, NO_RESULT],
      ...writer.loop.flat(),
      ...isAnyTrue(lessOrEqual(head, splat(local(limit)))),
      ...[IF, NO_RESULT, ...store(0, head), ...local(group), RETURN, END],
      ...assign(nonces, plus(local(nonces), lanes(LANES, LANES, LANES, LANES))),
      ...[...assign(group, step), ...local(group), ...local(groups), I32_LESS_UNSIGNED, REPEAT_IF, 0, END],
      ...local(groups),
    ],
  }
  return moduleBytes([{ name: 'prepare', parameters: JOB_WORDS, locals: [], code: writer.job.flat() }, scan])
}

/** Instructions of the loop of groups (core specification 2.0, 5.4.1 and 5.4.6). */
const [LOOP, IF, END, REPEAT_IF, RETURN, NO_RESULT] = [0x03, 0x04, 0x0b, 0x0d, 0x0f, 0x40]
const [I32_ADD, I32_LESS_UNSIGNED] = [0x6a, 0x49]

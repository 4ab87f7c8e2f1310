import { load, plus, splat, store } from './simd-instructions.ts'
import { assign, type Code, int32, local } from './wasm-module.ts'

/**
 * A word of 32 bits, by when it is known: while the module is written, once for a job (then it is in a slot of the memory), or in
 * the loop, where each of the four lanes has the word of its own nonce.
 */
export type Word =
  | { readonly kind: 'known'; readonly value: number }
  | { readonly kind: 'job'; readonly slot: number }
  | { readonly kind: 'nonce'; readonly code: Code }

/** A function of words: evaluated here where all of them are known, else computed by instructions. */
export interface Operation {
  evaluate(...words: readonly number[]): number
  instructions(...words: readonly Code[]): Code
}

export const known = (value: number): Word => ({ kind: 'known', value: value | 0 })
/** The value where all words are known. */
const valuesOf = (words: readonly Word[]): number[] | undefined => {
  const values = words.flatMap((word) => (word.kind === 'known' ? [word.value] : []))
  return values.length === words.length ? values : undefined
}
const addition: Operation = {
  evaluate: (...words) => words.reduce((total, word) => (total + word) | 0, 0),
  instructions: (...words) => words.reduce(plus),
}

export type WordWriter = ReturnType<typeof createWordWriter>

/** Writes the code of words: what a job needs once into `job`, what each nonce needs into `loop`. */
export function createWordWriter(of: { firstSlot: number; firstLocal: number }) {
  const job: Code[] = []
  const loop: Code[] = []
  const slotOfConstant = new Map<number, number>()
  let slots = of.firstSlot
  let locals = of.firstLocal

  function storeOnce(code: Code): number {
    job.push(store(slots, code))
    slots += 1
    return slots - 1
  }

  /** V8 loads a vector from memory faster than it makes one of a constant. */
  function loadConstant(value: number): Code {
    const slot = slotOfConstant.get(value) ?? storeOnce(splat(int32(value)))
    slotOfConstant.set(value, slot)
    return load(slot)
  }

  function read(word: Word): Code {
    if (word.kind === 'nonce') return word.code
    return word.kind === 'job' ? load(word.slot) : loadConstant(word.value)
  }

  function apply({ evaluate, instructions }: Operation, ...words: readonly Word[]): Word {
    const values = valuesOf(words)
    if (values) return known(evaluate(...values))
    const code = instructions(...words.map(read))
    return words.some(({ kind }) => kind === 'nonce') ? { kind: 'nonce', code } : { kind: 'job', slot: storeOnce(code) }
  }

  /** The sum modulo 2^32. Words that do not depend on the nonce are added ahead, so that the loop adds one for all of them. */
  function sum(...words: readonly Word[]): Word {
    const ofKind = (kind: Word['kind']) => words.filter((word) => word.kind === kind)
    const constant = known(addition.evaluate(...(valuesOf(ofKind('known')) ?? [])))
    const isNeeded = constant.kind === 'known' && constant.value !== 0
    const fixed = [...ofKind('job'), ...(isNeeded ? [constant] : [])]
    const ahead = fixed.length > 1 ? [apply(addition, ...fixed)] : fixed
    const all = [...ofKind('nonce'), ...ahead]
    return all.length > 1 ? apply(addition, ...all) : (all[0] ?? constant)
  }

  /** Computes a word of the loop once, into a local, so that it can be used several times. */
  function keep(word: Word): Word {
    if (word.kind !== 'nonce') return word
    loop.push(assign(locals, word.code))
    locals += 1
    return { kind: 'nonce', code: local(locals - 1) }
  }

  return {
    job,
    loop,
    /** An argument of the function that prepares a job. */
    argument: (index: number): Word => ({ kind: 'job', slot: storeOnce(splat(local(index))) }),
    apply,
    sum,
    keep,
    read,
    nextLocal: () => locals,
  }
}

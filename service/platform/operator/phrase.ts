type Value = string | number | bigint | Phrase

/** A sentence with values in it: English by itself, and in another language by its key. A value that is a phrase is translated too. */
export class Phrase {
  readonly #parts: readonly string[]
  readonly values: readonly Value[]
  constructor(parts: readonly string[], values: readonly Value[] = []) {
    this.#parts = parts
    this.values = values
  }
  /** The sentence with numbers in place of its values, `Approve {{1}}?`: the catalogues of the operators' page have it as a key. */
  get key(): string {
    return this.#parts.reduce((before, part, index) => `${before}{{${index}}}${part}`)
  }
  /** The same sentence with other values. */
  withValues(change: (value: Value) => Value): Phrase {
    return new Phrase(this.#parts, this.values.map(change))
  }
  toString(): string {
    return this.#parts.reduce((before, part, index) => `${before}${this.values[index - 1]}${part}`)
  }
}

/** A text of an act for the operator. One without values may be a string: it is its own key. */
export type Text = string | Phrase

export const phrase = (parts: TemplateStringsArray, ...values: readonly Value[]): Phrase => new Phrase(parts, values)

/** Several texts as one, each on a line of its own. */
export const lines = (texts: readonly Text[]): Text =>
  texts.length === 0 ? '' : texts.reduce((before, text) => phrase`${before}\n${text}`)

/** Several texts as one enumeration. */
export const list = (texts: readonly Text[]): Text =>
  texts.length === 0 ? '' : texts.reduce((before, text) => phrase`${before}, ${text}`)

/** A single word of a sentence that is translated, such as a status. */
export const term = (word: string): Phrase => new Phrase([word])

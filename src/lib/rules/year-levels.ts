/** Levels of the hours of a year, as heights of the picture: 0 without work, 1 to 7 by the strongest hour of the range. */

export const MAX_LEVEL = 7
/** A leap year, and a day for the ends that a time zone moves. */
export const MAX_YEAR_HOURS = 367 * 24

/** Two levels of 3 bits a character. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Level of each hour: sevenths of the strongest one, and never 0 where there was work. */
export function levelsOf(work: readonly number[]): number[] {
  const strongest = work.reduce((most, one) => Math.max(most, one), 0)
  return work.map((one) => (one <= 0 ? 0 : Math.max(1, Math.ceil((one / strongest) * MAX_LEVEL))))
}

/** Levels as text, two a character; an odd last one is followed by a 0. */
export function packLevels(levels: readonly number[]): string {
  let text = ''
  for (let at = 0; at < levels.length; at += 2) text += ALPHABET[((levels[at] ?? 0) << 3) | (levels[at + 1] ?? 0)]
  return text
}

/** The first `count` levels of a text of `packLevels`. Throws a RangeError for another text. */
export function unpackLevels(text: string, count: number): number[] {
  if (text.length !== Math.ceil(count / 2)) throw new RangeError(`${text.length} characters for ${count} levels`)
  const levels: number[] = []
  for (const character of text) {
    const pair = ALPHABET.indexOf(character)
    if (pair < 0) throw new RangeError(`no levels: ${character}`)
    levels.push(pair >> 3, pair & 7)
  }
  return levels.slice(0, count)
}

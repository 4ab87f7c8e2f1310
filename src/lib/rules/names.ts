import { cutText } from '../text/characters.ts'

/**
 * Characters of format, but those that have a use: the tags in the flag of a region (UTS 51), and joiners after emoji, marks and
 * Arabic letters, before emoji and letters.
 */
const format =
  /(\u{1f3f4}[\u{e0030}-\u{e007a}]+\u{e007f}|(?<=[\p{ExtPict}\p{EMod}\p{M}\p{sc=Arab}])[\u200c\u200d](?=[\p{ExtPict}\p{L}]))|\p{Cf}/gu
/** A character that is to be seen by itself; the braille pattern without dots is none. */
const visible = /[^\p{DI}\p{Z}\p{M}\p{C}\u2800]/u

/**
 * Marks above and below a letter beyond four, which would draw over other lines. Written Vietnamese, Thai, Hebrew, Arabic, Tibetan
 * and Burmese have no more. Marks with room of their own do not count.
 */
const stackedMarks = /(?<=(?:[\p{Mn}\p{Me}]\p{Mc}*){4})[\p{Mn}\p{Me}]/gu

/**
 * A text without useless format characters, which are invisible and may reverse text, and without marks that draw over other
 * lines. Trimmed.
 */
export const visibleText = (text: string): string => text.replace(format, '$1').replace(stackedMarks, '').trim()

/** True if a name has a visible character. */
export const isVisible = (text: string): boolean => visible.test(text)

/** Maximum length of names of people and devices, in UTF-16 units. */
export const NAME_LENGTH = 48

/** A name from another program or system in the form of the contract; undefined if nothing in it is visible. */
export function nameOf(text: string | undefined): string | undefined {
  const name = cutText(visibleText((text ?? '').replace(/[\p{Cc}\p{Cs}]/gu, '')), NAME_LENGTH)
  return isVisible(name) ? name : undefined
}

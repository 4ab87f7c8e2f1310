/** The flag of a region: a black flag, tags that spell the region, and the end of the tags (UTS 51). */
const FLAG = '\\u{1f3f4}[\\u{e0030}-\\u{e007a}]{2,6}\\u{e007f}'
/** Joiners have a use after emoji, marks and Arabic letters, and before emoji and letters. */
const NEEDED = '(?<=[\\p{ExtPict}\\p{EMod}\\p{M}\\p{sc=Arab}])[\\u200c\\u200d](?=[\\p{ExtPict}\\p{L}])'
const format = new RegExp(`(${FLAG}|${NEEDED})|\\p{Cf}`, 'gu')
/** A character that is to be seen by itself; the braille pattern without dots is none. */
const visible = /[^\p{DI}\p{Z}\p{M}\p{Cc}\p{Cf}\u2800]/u

/** A text without the characters of format that have no use in it: nobody sees them, and some turn text around. Trimmed. */
export const visibleText = (text: string): string => text.replace(format, '$1').trim()

/** Whether there is anything to be seen in a name. */
export const isVisible = (text: string): boolean => visible.test(text)

/** The characters of a text as readers see them: an emoji of several code points is one. */
const charactersOf = (text: string): string[] =>
  Array.from(new Intl.Segmenter('en').segment(text), ({ segment }) => segment)

/** The first so many characters of a text, as readers see them. */
export const firstCharacters = (text: string, count: number): string => charactersOf(text).slice(0, count).join('')

/** The beginning of a text in at most so many UTF-16 units, never within a character as readers see it. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text
  let kept = ''
  for (const character of charactersOf(text)) {
    if (kept.length + character.length > most) break
    kept += character
  }
  return kept
}

/** Names of people and devices are of at most so many UTF-16 units. */
export const NAME_LENGTH = 48

/** What another program or system calls somebody, as the contract takes names; undefined where nothing is to be seen. */
export function nameOf(text: string | undefined): string | undefined {
  const name = cutText(visibleText((text ?? '').replace(/[\p{Cc}\p{Cs}]/gu, '')), NAME_LENGTH)
  return isVisible(name) ? name : undefined
}

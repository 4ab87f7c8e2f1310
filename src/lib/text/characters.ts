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

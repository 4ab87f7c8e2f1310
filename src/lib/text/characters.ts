/** The characters of a text as readers see them: an emoji of several code points is one. */
const charactersOf = (text: string): string[] =>
  Array.from(new Intl.Segmenter('en').segment(text), ({ segment }) => segment)

/** The first `count` characters of a text, counted as grapheme clusters. */
export const firstCharacters = (text: string, count: number): string => charactersOf(text).slice(0, count).join('')

/** Cuts a text to at most this many UTF-16 units without splitting a grapheme cluster. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text
  let cut = ''
  for (const character of charactersOf(text)) {
    if (cut.length + character.length > max) break
    cut += character
  }
  return cut
}

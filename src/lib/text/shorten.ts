const longest = 10

/** Strings of 11 characters and more become the first 7, an ellipsis and the last 4 (SPEC-9.30). */
export function shorten(text: string): string {
  const characters = Array.from(text)
  if (characters.length <= longest) return text
  return `${characters.slice(0, 7).join('')}…${characters.slice(-4).join('')}`
}

/** An address in full, in groups of four, for the places where money is about to move. */
export function groupOfFour(text: string): string {
  return text.match(/.{1,4}/gsu)?.join(' ') ?? ''
}

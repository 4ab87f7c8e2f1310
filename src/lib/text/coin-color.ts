/**
 * 18 colours, the same in both themes: each at least 3.05:1 on the day card and on the night card, and the closest two
 * 9.9 apart (OK delta E). For marks and bars, never for text; the symbol is always beside them.
 */
const known: Readonly<Record<string, string>> = {
  ALEO: '#E0531A',
  GRASS: '#5B8F1F',
  NODEPAY: '#6D63E8',
  USDT: '#12907F',
}
const spare = [
  '#0669AF',
  '#C08A11',
  '#DE65D0',
  '#46703D',
  '#B23F3F',
  '#069CE4',
  '#7D588C',
  '#956B33',
  '#E64A7E',
  '#9C85D6',
  '#C77F7E',
  '#B92B82',
  '#A94EC9',
]
export const fallbackColor = '#7A8791'

export const coinColors: readonly string[] = [...Object.values(known), ...spare, fallbackColor]

/**
 * A function from a coin's symbol to its colour. Unknown symbols take the spare colours in order of first appearance
 * and keep them; when none is left, they share the last colour (SPEC-9.34).
 */
export function createCoinPalette(): (symbol: string) => string {
  const taken = new Map<string, string>()
  return (symbol) => {
    const name = symbol.toUpperCase()
    const fixed = Object.hasOwn(known, name) ? known[name] : taken.get(name)
    if (fixed) return fixed
    const color = spare[taken.size] ?? fallbackColor
    if (taken.size < spare.length) taken.set(name, color)
    return color
  }
}

/** The palette of the whole client, so that a coin has one colour on every screen. */
export const coinColor = createCoinPalette()

/** Number of letters to insert, remove or replace to turn one word into the other. */
function distance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = (above[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1)
      current.push(Math.min(replaced, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    above = current
  }
  return above[b.length] ?? 0
}

/** The name that was probably intended: the one with the fewest different letters, if most letters are the same. */
export function nearest(name: string, names: Iterable<string>): string | undefined {
  const [best] = [...names]
    .map((known) => ({ known, steps: distance(name.toLowerCase(), known.toLowerCase()) }))
    .sort((a, b) => a.steps - b.steps)
  return best && best.steps <= Math.max(2, Math.floor(name.length / 2)) ? best.known : undefined
}

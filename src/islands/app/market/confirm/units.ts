/** What keeps a number of units, as it is typed, from being ordered. */
export type UnitsFault = 'notWhole' | 'tooMany'

export function unitsFault(typed: string, most: number): UnitsFault | undefined {
  const text = typed.trim()
  if (!/^\d+$/.test(text) || Number(text) < 1) return 'notWhole'
  return Number(text) > most ? 'tooMany' : undefined
}

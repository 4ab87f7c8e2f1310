import { parseWhole } from '#lib/money/parse-amount.ts'

/** What keeps a number of units, as it is typed, from being ordered. */
export type UnitsFault = 'notWhole' | 'tooMany'

/** The number of units that somebody has typed; 0 for what is none. */
export const unitsIn = (typed: string): number => Number(parseWhole(typed) ?? 0)

export function unitsFault(typed: string, most: number): UnitsFault | undefined {
  const units = unitsIn(typed)
  if (units < 1) return 'notWhole'
  return units > most ? 'tooMany' : undefined
}

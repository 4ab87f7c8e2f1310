import { parseWhole } from '#lib/money/parse-amount.ts'

/** Validation error of a typed number of units. */
export type UnitsFault = 'notWhole' | 'tooMany'

/** The typed number of units; 0 if invalid. */
export const unitsIn = (typed: string): number => Number(parseWhole(typed) ?? 0)

export function unitsFault(typed: string, most: number): UnitsFault | undefined {
  const units = unitsIn(typed)
  if (units < 1) return 'notWhole'
  return units > most ? 'tooMany' : undefined
}

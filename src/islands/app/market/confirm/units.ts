import { parseWhole } from '#lib/money/parse-amount.ts'

/** Validation error of a typed number of units. */
export type UnitsError = 'notWhole' | 'tooMany'

/** The typed number of units; 0 if invalid. */
export const unitsIn = (typed: string): number => Number(parseWhole(typed) ?? 0)

export function unitsError(typed: string, max: number): UnitsError | undefined {
  const units = unitsIn(typed)
  if (units < 1) return 'notWhole'
  return units > max ? 'tooMany' : undefined
}

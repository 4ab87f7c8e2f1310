import { ambiguousReadings } from '#lib/money/parse-amount.ts'
import type { T } from './i18n.ts'

/** What to say of a number that may be read in two ways; undefined of any other. */
export function ambiguous(t: T, text: string): string | undefined {
  const both = ambiguousReadings(text)
  return both && t('ambiguous', both)
}

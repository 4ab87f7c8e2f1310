import { ambiguousReadings } from '#lib/money/parse-amount.ts'
import type { T } from './i18n.ts'

/** Error text of a number that can be read in two ways; undefined otherwise. */
export function ambiguous(t: T, text: string): string | undefined {
  const both = ambiguousReadings(text)
  return both && t('ambiguous', both)
}

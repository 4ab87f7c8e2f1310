import type { Locale } from '#lib/i18n/locales.ts'
import type { PointSource } from '#lib/rules/points.ts'
import { groupThousands, withMinus } from '#lib/text/decimal.ts'
import type catalogue from '#locales/en/points.json'
import { texts } from '../core/texts/texts.ts'

export const p = texts<typeof catalogue>('points')

/** Sources in display order, each with its colour on the screen and in the chart: shades of brass, and steel for tasks. */
export const sources: readonly { source: PointSource; color: string }[] = [
  { source: 'mining', color: '#C08A11' },
  { source: 'referral-share', color: '#948464' },
  { source: 'referral', color: '#8A5F00' },
  { source: 'task', color: '#64798A' },
]

/** A gain or a loss of points, with its sign. */
export const signed = (amount: string): string =>
  (amount.startsWith('-') ? '' : '+') + withMinus(groupThousands(amount))

/** Values of a reason in the reader's language: bilingual values have the Chinese text under their name with `Zh`. */
export const inLanguage = (locale: Locale, values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, (locale === 'zh' && values[`${name}Zh`]) || value]),
  )

import i18next from 'i18next'
import type { Locale } from '#lib/i18n/locales.ts'
import { fillFigures } from '#lib/text/figures.ts'

/**
 * The texts of a catalogue with the figures of the rules in place of `{{devices.codeLife}}` and the like, so that no
 * page holds a figure of its own. Throws a RangeError for a figure that is unknown.
 */
export function textsWithFigures(locale: Locale, catalogue: string, prefix?: string): (key: string) => string {
  const t = i18next.getFixedT(locale, catalogue, prefix)
  return (key) => fillFigures(String(t(key, { skipInterpolation: true })), locale)
}

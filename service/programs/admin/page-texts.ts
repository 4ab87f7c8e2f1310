import type { Locale } from '#lib/i18n/locales.ts'
import { createT, interpolate, type Translate } from '#lib/i18n/t.ts'
import type { Text } from '#service/platform/operator/phrase.ts'
import actsInEnglish from './texts/en/acts.json' with { type: 'json' }
import en from './texts/en/operate.json' with { type: 'json' }
import actsInChinese from './texts/zh/acts.json' with { type: 'json' }
import zh from './texts/zh/operate.json' with { type: 'json' }

/** The texts of acts by their English form in the program, of which a few name its options. */
export const actTexts: Readonly<Record<Locale, Readonly<Record<string, string>>>> = {
  en: actsInEnglish,
  zh: actsInChinese,
}

export interface PageTexts {
  locale: Locale
  /** A text of the page. */
  t: Translate<typeof en>
  /** A text of an act; the program's own where the catalogue has none. */
  say(text: Text): string
}

function createTexts(locale: Locale): PageTexts {
  const say = (text: Text): string => {
    const key = typeof text === 'string' ? text : text.key
    const found = Object.hasOwn(actTexts[locale], key) ? (actTexts[locale][key] ?? key) : key
    if (typeof text === 'string') return found
    const values = text.values.map((value, index) => [
      index + 1,
      typeof value === 'object' ? say(value) : String(value),
    ])
    return interpolate(found, Object.fromEntries(values))
  }
  return { locale, t: createT(locale === 'zh' ? zh : en, locale), say }
}

const texts: Readonly<Record<Locale, PageTexts>> = { en: createTexts('en'), zh: createTexts('zh') }

export const textsIn = (locale: Locale): PageTexts => texts[locale]

import { type Locale, locales, otherLocale } from '../../i18n/locales.ts'
import type { Problem } from './problem.ts'

/** The dates of a text in one language. `translationOf` is the date of the version that a translation is of. */
interface Dates {
  updated?: string | undefined
  translationOf?: string | undefined
}

type PairState =
  /** Both languages say the same. */
  | { kind: 'same' }
  /** `older` translates an earlier version than that of `date`. */
  | { kind: 'older'; older: Locale; date: string }
  | ({ kind: 'wrong'; locale: Locale; field: 'updated' | 'translationOf' } & Pick<Problem, 'problem' | 'remedy'>)

const names: Record<Locale, string> = { en: 'English', zh: 'Chinese' }

function stateOfTranslation(own: Dates, original: Dates, locale: Locale): PairState {
  const { updated = '', translationOf = '' } = own
  const date = original.updated ?? ''
  const wrong = (problem: string, remedy: string): PairState => ({
    kind: 'wrong',
    locale,
    field: 'translationOf',
    problem,
    remedy,
  })
  const other = names[otherLocale(locale)]
  if (translationOf > date)
    return wrong(
      `“translationOf” is ${translationOf}, and the ${other} text is of ${date}.`,
      'Write the date of the text that was translated.',
    )
  if (translationOf > updated)
    return wrong(
      `“translationOf” is ${translationOf}, and “updated” is ${updated}.`,
      'Write a later day as updated: a translation is no older than its version.',
    )
  return translationOf < date ? { kind: 'older', older: locale, date } : { kind: 'same' }
}

/** Compares the dates of a text in both languages. Different dates need `translationOf` in the language that is behind. */
export function comparePair(pair: Record<Locale, Dates>): PairState {
  const translations = locales.filter((locale) => pair[locale].translationOf !== undefined)
  const [first] = translations
  if (translations.length > 1)
    return {
      kind: 'wrong',
      locale: 'zh',
      field: 'translationOf',
      problem: 'Both languages have “translationOf”.',
      remedy: 'Remove it from the original.',
    }
  if (first) return stateOfTranslation(pair[first], pair[otherLocale(first)], first)
  const [en = '', zh = ''] = [pair.en.updated, pair.zh.updated]
  if (en === zh) return { kind: 'same' }
  const locale = en < zh ? 'en' : 'zh'
  const [own, later] = [en, zh].sort()
  const other = names[otherLocale(locale)]
  if (own === '')
    return {
      kind: 'wrong',
      locale,
      field: 'updated',
      problem: `The ${other} text has updated: ${later}, and this one has no such field.`,
      remedy: `Write updated: ${later}, or remove it there.`,
    }
  return {
    kind: 'wrong',
    locale,
    field: 'updated',
    problem: `“updated” is ${own} here, and ${later} in ${other}.`,
    remedy: `Write ${later} when the change is translated, or add translationOf: ${own} until then.`,
  }
}

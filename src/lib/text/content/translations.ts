import { type Locale, locales, otherLocale } from '../../i18n/locales.ts'
import { comparePair } from './pairs.ts'
import { fieldOf, pairsOf, type TextFile } from './text-file.ts'

/** A text that waits for its translation: it has none, the original is newer, or it is not published. */
interface Waiting {
  kind: 'missing' | 'older' | 'draft'
  place: string
  detail: string
}

type Pair = Partial<Record<Locale, TextFile>>

/** The day of the original of a translation that is of an earlier version. */
export function newerOriginal({ en, zh }: Pair): { older: Locale; date: string } | undefined {
  if (!en || !zh || en.isDraft || zh.isDraft) return undefined
  const dates = (file: TextFile) => ({
    updated: fieldOf(file, 'updated'),
    translationOf: fieldOf(file, 'translationOf'),
  })
  const state = comparePair({ en: dates(en), zh: dates(zh) })
  return state.kind === 'older' ? state : undefined
}

/** The language in which a text is not published, while it is in the other one. */
export const untranslated = (pair: Pair): Locale | undefined =>
  locales.find((locale) => {
    const other = pair[otherLocale(locale)]
    return (pair[locale]?.isDraft ?? true) && other !== undefined && !other.isDraft
  })

function stateOf(pair: Pair): Waiting[] {
  const drafts = Object.values(pair)
    .filter(({ isDraft }) => isDraft)
    .map(({ place }): Waiting => ({ kind: 'draft', place, detail: 'is not published' }))
  const locale = untranslated(pair)
  const original = locale && pair[otherLocale(locale)]
  if (locale && original && !pair[locale]) {
    const place = original.place.replace(`/${original.locale}/`, `/${locale}/`)
    return [{ kind: 'missing', place, detail: `is missing; readers see ${original.place}` }]
  }
  const newer = newerOriginal(pair)
  const behind = newer && pair[newer.older]
  if (!newer || !behind) return drafts
  const detail = `is a translation of ${fieldOf(behind, 'translationOf')}, and the original is of ${newer.date}`
  return [...drafts, { kind: 'older', place: behind.place, detail }]
}

/** The texts that wait for a translation, in the order of the files. */
export const waitingTexts = (files: readonly TextFile[]): Waiting[] => pairsOf(files).flatMap(stateOf)

export const formatWaiting = ({ kind, place, detail }: Waiting): string => `${kind.padEnd(7)}  ${place} ${detail}`

import { type Change, dateProblem, isMoreThanSpelling, lastChange } from './dates.ts'
import { comparePair } from './pairs.ts'
import type { Problem } from './problem.ts'
import { fieldOf, isEarlierVersion, lineOf, pairsOf, type TextFile } from './text-file.ts'

/** The history of a file: its changes, and its text in the last commit. */
export interface FileHistory {
  readonly changes: readonly Change[]
  readonly head: string
}

export interface Calendar {
  /** The day at the author's place. */
  readonly today: string
  /** The latest day that it is anywhere. */
  readonly latest: string
  /** By the places of the files; undefined where there is no history to compare with. */
  readonly history?: ReadonlyMap<string, FileHistory> | undefined
}

const dateFields = ['updated', 'translationOf']

/** Problems of the dates of one file by themselves. */
export const malformedDates = (file: Pick<TextFile, 'fields' | 'place'>, latest: string): Problem[] =>
  dateFields.flatMap((name) => {
    const value = fieldOf(file, name)
    const message = value === undefined ? undefined : dateProblem(name, value, latest)
    return message === undefined ? [] : [{ file: file.place, line: lineOf(file, name), rule: 'date', ...message }]
  })

/** The day of the last change of a text that is more than spelling; today if it is not committed. */
function changedOn(file: TextFile, { history, today }: Calendar): string | undefined {
  if (!history) return undefined
  const known = history.get(file.place)
  if (!known) return undefined
  return isMoreThanSpelling(known.head, file.text) ? today : lastChange(known.changes)
}

function outdated(file: TextFile, calendar: Calendar): Problem[] {
  const updated = fieldOf(file, 'updated')
  const changed = changedOn(file, calendar)
  if (updated === undefined || changed === undefined || changed <= updated || isEarlierVersion(file)) return []
  return [
    {
      file: file.place,
      line: lineOf(file, 'updated'),
      rule: 'date-outdated',
      problem: `“updated” is ${updated}, and the text changed on ${changed}.`,
      remedy: `Write updated: ${changed}`,
    },
  ]
}

function unequal({ en, zh }: ReturnType<typeof pairsOf>[number]): Problem[] {
  if (!en || !zh || en.isDraft || zh.isDraft || isEarlierVersion(en)) return []
  const dates = (file: TextFile) => ({
    updated: fieldOf(file, 'updated'),
    translationOf: fieldOf(file, 'translationOf'),
  })
  const state = comparePair({ en: dates(en), zh: dates(zh) })
  if (state.kind !== 'wrong') return []
  const { locale, field, problem } = state
  const file = locale === 'en' ? en : zh
  const isLegal = file.folder === 'legal'
  const remedy = isLegal ? 'Write the same day: both languages apply together.' : state.remedy
  return [{ file: file.place, line: lineOf(file, field), rule: 'date-language', problem, remedy }]
}

/**
 * Problems of the dates of the texts: no dates, dates in the future, dates older than the last change that is more than
 * spelling, and languages that differ. Dates that are malformed are not compared.
 */
export function dateProblems(files: readonly TextFile[], calendar: Calendar): Problem[] {
  const malformed = files.flatMap((file) => malformedDates(file, calendar.latest))
  const wrong = new Set(malformed.map(({ file }) => file))
  const dated = files.filter(({ place }) => !wrong.has(place))
  return [...malformed, ...dated.flatMap((file) => outdated(file, calendar)), ...pairsOf(dated).flatMap(unequal)]
}

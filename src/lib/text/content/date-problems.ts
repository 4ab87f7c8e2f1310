import { type Change, dateProblem, isMoreThanSpelling, lastChange } from './dates.ts'
import { comparePair } from './pairs.ts'
import { fieldOf, isEarlierVersion, lineOf, pairsOf, type TextFile, type TextProblem } from './text-file.ts'

/** The history of a file: its changes, and its text in the last commit. */
export interface FileHistory {
  changes: readonly Change[]
  head: string
}

interface Calendar {
  today: string
  /** The latest day that it is anywhere. */
  latest: string
  /** By the places of the files; undefined where there is no history to compare with. */
  history?: ReadonlyMap<string, FileHistory> | undefined
}

const dateFields = ['updated', 'translationOf']

/** Problems of the dates of one file by themselves. */
export const malformedDates = (file: Pick<TextFile, 'fields' | 'place'>, latest: string): TextProblem[] =>
  dateFields.flatMap((name) => {
    const value = fieldOf(file, name)
    const message = value === undefined ? undefined : dateProblem(name, value, latest)
    return message === undefined ? [] : [{ place: file.place, line: lineOf(file, name), message }]
  })

/** The day of the last change of a text that is more than spelling; today if it is not committed. */
function changedOn(file: TextFile, { history, today }: Calendar): string | undefined {
  if (!history) return undefined
  const known = history.get(file.place)
  if (!known) return undefined
  return isMoreThanSpelling(known.head, file.text) ? today : lastChange(known.changes)
}

function outdated(file: TextFile, calendar: Calendar): TextProblem[] {
  const updated = fieldOf(file, 'updated')
  const changed = changedOn(file, calendar)
  if (updated === undefined || changed === undefined || changed <= updated || isEarlierVersion(file)) return []
  const message = `updated is ${updated}, and the text changed on ${changed}: write ${changed}`
  return [{ place: file.place, line: lineOf(file, 'updated'), message }]
}

function unequal(pair: ReturnType<typeof pairsOf>[number]): TextProblem[] {
  const { en, zh } = pair
  if (!en || !zh || en.isDraft || zh.isDraft) return []
  const dates = (file: TextFile) => ({
    updated: fieldOf(file, 'updated'),
    translationOf: fieldOf(file, 'translationOf'),
  })
  const state = comparePair({ en: dates(en), zh: dates(zh) })
  if (state.kind !== 'wrong') return []
  const file = state.locale === 'en' ? en : zh
  return [{ place: file.place, line: lineOf(file, state.field), message: state.message }]
}

/**
 * Problems of the dates of the texts: no dates, dates in the future, dates older than the last change that is more than
 * spelling, and languages that differ. Dates that are malformed are not compared.
 */
export function dateProblems(files: readonly TextFile[], calendar: Calendar): TextProblem[] {
  const malformed = files.flatMap((file) => malformedDates(file, calendar.latest))
  const wrong = new Set(malformed.map(({ place }) => place))
  const dated = files.filter(({ place }) => !wrong.has(place))
  return [...malformed, ...dated.flatMap((file) => outdated(file, calendar)), ...pairsOf(dated).flatMap(unequal)]
}

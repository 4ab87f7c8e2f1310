import { utcDate, utcDayStart } from '../../time/format.ts'
import { readFrontMatter } from './front-matter.ts'
import type { Problem } from './problem.ts'

/** 14 hours: the time zone in which a day begins first. */
const EARLIEST_ZONE_MS = 14 * 3_600_000

/** The latest day that it is anywhere at a moment: later days are in the future for everybody. */
export const latestDay = (now: number): string => utcDate((now + EARLIEST_ZONE_MS) / 1000)

/** The problem of a date of the front matter. YAML reads 26 November as a day of 2001. */
export function dateProblem(
  name: string,
  value: string,
  latest: string,
): Pick<Problem, 'problem' | 'remedy'> | undefined {
  if (utcDayStart(value) === undefined)
    return {
      problem: `“${name}” is “${value}”, which is no date.`,
      remedy: `Write year, month and day, for example ${name}: ${latest}`,
    }
  if (value > latest)
    return { problem: `“${name}” is ${value}, which is still to come.`, remedy: `Write ${latest} or an earlier day.` }
  return undefined
}

/** More changed words than this are more than spelling. */
const SPELLING_WORDS = 5
/** Chinese has no spaces: a word is about a character and a half. */
const HAN_WORDS = 2 / 3

const WORD = /\{\{[^}]*\}\}|\p{Script=Han}|[\p{L}\p{N}]+(?:[.,'’:-][\p{L}\p{N}]+)*%?/gu
const isFigure = (word: string): boolean => /^\{\{|\d/.test(word)

/** The fields that readers see. */
const shownFields = ['title', 'description', 'question']

/** The words of a text and how often each occurs. Addresses of links and marks are not read. */
function wordCounts(text: string, sign: 1 | -1, counts: Map<string, number>): void {
  const { fields, body } = readFrontMatter(text)
  const shown = [...shownFields.map((name) => fields.get(name)?.value ?? ''), body.replace(/\]\([^)]*\)/g, ']')]
  const words =
    shown
      .join('\n')
      .replace(/\{\{=([^}]*)\}\}/g, '$1')
      .toLowerCase()
      .match(WORD) ?? []
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + sign)
}

/**
 * Whether a change says something else: more than five words were added or taken away, or a figure was. Words that only
 * moved, headings, marks, order and addresses of links count as spelling.
 */
export function isMoreThanSpelling(before: string, after: string): boolean {
  const counts = new Map<string, number>()
  wordCounts(after, 1, counts)
  wordCounts(before, -1, counts)
  let [added, removed] = [0, 0]
  for (const [word, count] of counts) {
    if (count !== 0 && isFigure(word)) return true
    const words = count * (/^\p{Script=Han}$/u.test(word) ? HAN_WORDS : 1)
    if (words > 0) added += words
    else removed -= words
  }
  return Math.max(added, removed) > SPELLING_WORDS
}

/** A version of a file and the one before it, if there is one. `day` is the day of the change. */
export interface Change {
  day: string
  before: string | undefined
  after: string
}

/** The day of the last change that is more than spelling, or undefined if no change is. */
export const lastChange = (changes: readonly Change[]): string | undefined =>
  changes
    .filter(({ before, after }) => before === undefined || isMoreThanSpelling(before, after))
    .map(({ day }) => day)
    .sort()
    .at(-1)

import { dateProblems } from '../../../src/lib/text/content/date-problems.ts'
import type { Family } from '../types.ts'

/** Dates of the texts, by themselves, against their history, and in both languages. */
export const dateRules: Family = {
  checkSite: ({ texts, calendar }) =>
    dateProblems(
      texts.map(({ asFile }) => asFile),
      calendar,
    ),
}

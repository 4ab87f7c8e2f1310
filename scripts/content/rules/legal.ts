import { legalProblems } from '../../../src/lib/text/content/legal-problems.ts'
import type { Family } from '../types.ts'

/** Versions of the terms and of the privacy policy. */
export const legalRules: Family = {
  checkSite: ({ texts, calendar }) =>
    legalProblems(
      texts.map(({ asFile }) => asFile),
      calendar.history,
    ),
}

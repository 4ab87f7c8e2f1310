import { aliasProblems } from '../../../src/lib/text/content/alias-problems.ts'
import type { Family } from '../types.ts'

/** Former addresses of texts. */
export const aliasRules: Family = {
  checkSite: ({ texts, ownPages }) =>
    aliasProblems(
      texts.map(({ asFile }) => asFile),
      ownPages,
    ),
}

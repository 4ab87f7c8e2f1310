import { draftProblems } from '../../../src/lib/text/content/draft-problems.ts'
import type { Family } from '../types.ts'

/** Links to texts that readers do not have. */
export const draftRules: Family = {
  checkSite: ({ texts }) => draftProblems(texts.map(({ asFile }) => asFile)),
}

import { figureRules } from './rules/figures.ts'
import type { Family, Problem, Site } from './types.ts'

/** Every family of rules: a new one is a file in scripts/content/rules and a line here. */
const families: readonly Family[] = [figureRules]

const inOrder = (a: Problem, b: Problem) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line)

/** All problems of the site's texts, by file and line. */
export function checkContent(site: Site): Problem[] {
  const found: Problem[] = []
  for (const { checkText, checkSite } of families) {
    if (checkText)
      for (const text of site.texts)
        for (const finding of checkText(text, site)) found.push({ file: text.file, ...finding })
    if (checkSite) found.push(...checkSite(site))
  }
  return found.sort(inOrder)
}

/** The one form of every message: `src/content/docs/en/wallets.md:12  figure-typed  What is wrong. What to write.` */
export const formatProblem = ({ file, line, rule, problem, remedy }: Problem): string =>
  `${file}:${line}  ${rule}  ${problem} ${remedy}`

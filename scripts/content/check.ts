import { characterRules } from './rules/characters.ts'
import { figureRules } from './rules/figures.ts'
import { frontMatterRules } from './rules/front-matter.ts'
import { languageRules } from './rules/languages.ts'
import { linkRules } from './rules/links.ts'
import { markupRules } from './rules/markup.ts'
import { nameRules } from './rules/names.ts'
import { orderRules } from './rules/order.ts'
import { partRules } from './rules/parts.ts'
import { rateRules } from './rules/rates.ts'
import { styleRules } from './rules/style.ts'
import { titleRules } from './rules/titles.ts'
import { topicRules } from './rules/topics.ts'
import type { Family, Problem, Site } from './types.ts'

/** Every family of rules: a new one is a file in scripts/content/rules and a line here. */
const families: readonly Family[] = [
  characterRules,
  figureRules,
  frontMatterRules,
  languageRules,
  linkRules,
  markupRules,
  nameRules,
  orderRules,
  partRules,
  rateRules,
  styleRules,
  titleRules,
  topicRules,
]

const inOrder = (a: Problem, b: Problem) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line)

const isOfField = ({ rule }: Problem) => rule === 'front-matter' || rule.startsWith('field-')

/**
 * Without messages that go away when another one is heeded: those about a line of the front matter that is no valid field,
 * those about a front matter that cannot be read, and those about headings that the other language has otherwise.
 */
function withoutConsequences(problems: readonly Problem[], { texts }: Site): Problem[] {
  const lines = new Set(problems.filter(isOfField).map(({ file, line }) => `${file}:${line}`))
  const skipped = new Map(
    texts
      .filter(({ unreadable }) => unreadable)
      .map(({ file, bodyLine }) => [file, bodyLine === 1 ? Infinity : bodyLine]),
  )
  const withHeading = new Set(problems.filter(({ rule }) => rule === 'heading').map(({ file }) => file))
  return problems.filter((problem) => {
    if (isOfField(problem)) return true
    if (lines.has(`${problem.file}:${problem.line}`) || problem.line < (skipped.get(problem.file) ?? 0)) return false
    const isOfHeadings = problem.rule === 'language-headings'
    return !isOfHeadings || !(withHeading.has(problem.file) || withHeading.has(problem.file.replace('/zh/', '/en/')))
  })
}

/** All problems of the site's texts, by file and line. */
export function checkContent(site: Site): Problem[] {
  const found: Problem[] = []
  for (const { checkText, checkSite } of families) {
    if (checkText)
      for (const text of site.texts)
        for (const finding of checkText(text, site)) found.push({ file: text.file, ...finding })
    if (checkSite) found.push(...checkSite(site))
  }
  return withoutConsequences(found, site).sort(inOrder)
}

/** The one form of every message: `src/content/docs/en/wallets.md:12  figure-typed  What is wrong. What to write.` */
export const formatProblem = ({ file, line, rule, problem, remedy }: Problem): string =>
  `${file}:${line}  ${rule}  ${problem} ${remedy}`

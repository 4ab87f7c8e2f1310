import { isEarlierVersion } from '../../src/lib/text/content/text-file.ts'
import { aliasRules } from './rules/aliases.ts'
import { characterRules } from './rules/characters.ts'
import { dateRules } from './rules/dates.ts'
import { draftRules } from './rules/drafts.ts'
import { figureRules } from './rules/figures.ts'
import { frontMatterRules } from './rules/front-matter.ts'
import { fullWidthRules } from './rules/full-width.ts'
import { languageRules } from './rules/languages.ts'
import { layoutRules } from './rules/layout.ts'
import { legalRules } from './rules/legal.ts'
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
  aliasRules,
  characterRules,
  dateRules,
  draftRules,
  figureRules,
  frontMatterRules,
  fullWidthRules,
  languageRules,
  layoutRules,
  legalRules,
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

/** Rules that compare a field of both languages: a field that is wrong in one of them differs from the other's. */
const comparisons = new Set(['date-language', 'alias'])

/** Rules that take a picture with a full-width mark for a link and the end of a sentence. */
const misreadings = new Set(['link', 'exclamation-mark'])

/**
 * Without messages that go away when another one is heeded: those about a line of the front matter that is no valid field,
 * those that misread full-width signs,
 * those about a front matter that cannot be read, and those about headings or fields that the other language has otherwise.
 */
function withoutConsequences(problems: readonly Problem[], { texts }: Site): Problem[] {
  const lines = new Set(problems.filter(isOfField).map(({ file, line }) => `${file}:${line}`))
  const wide = new Set(problems.filter(({ rule }) => rule === 'full-width').map(({ file, line }) => `${file}:${line}`))
  const skipped = new Map(
    texts
      .filter(({ unreadable }) => unreadable)
      .map(({ file, bodyLine }) => [file, bodyLine === 1 ? Infinity : bodyLine]),
  )
  const filesOf = (...rules: readonly string[]) =>
    new Set(problems.filter(({ rule }) => rules.includes(rule)).map(({ file }) => file))
  const withHeading = filesOf('heading', 'code-open', 'merge-conflict')
  const inConflict = filesOf('merge-conflict')
  const withField = new Set(problems.filter(isOfField).map(({ file }) => file))
  const isInPair = (files: ReadonlySet<string>, { file }: Problem) =>
    files.has(file) || files.has(file.replace('/zh/', '/en/')) || files.has(file.replace('/en/', '/zh/'))
  return problems.filter((problem) => {
    if (inConflict.has(problem.file)) return problem.rule === 'merge-conflict'
    if (isOfField(problem)) return true
    if (misreadings.has(problem.rule) && wide.has(`${problem.file}:${problem.line}`)) return false
    if (comparisons.has(problem.rule) && isInPair(withField, problem)) return false
    if (lines.has(`${problem.file}:${problem.line}`) || problem.line < (skipped.get(problem.file) ?? 0)) return false
    return problem.rule !== 'language-headings' || !isInPair(withHeading, problem)
  })
}

/** All problems of the site's texts, by file and line. */
export function checkContent(site: Site): Problem[] {
  const found: Problem[] = []
  for (const { checkText, checkSite, isForEarlierVersions } of families) {
    if (checkText)
      for (const text of site.texts.filter((one) => isForEarlierVersions || !isEarlierVersion(one)))
        for (const finding of checkText(text, site)) found.push({ file: text.file, ...finding })
    if (checkSite) found.push(...checkSite(site))
  }
  return withoutConsequences(found, site).sort(inOrder)
}

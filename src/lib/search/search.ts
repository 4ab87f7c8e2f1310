import type { SearchIndex } from './search-index.ts'

export interface Hit {
  readonly href: string
  readonly title: string
  /** Part of the site, and the page when the title is that of a section. */
  readonly place: string
  /** Pieces of the text around the first match, in order; those that matched are marked. */
  readonly excerpt: readonly { text: string; isMatch: boolean }[]
}

const MAX_HITS = 8
/** A section must contain this part of the query. */
const MIN_SHARE = 0.6
const EXCERPT_BEFORE = 24
const EXCERPT_LENGTH = 110

/** English words that say nothing about the subject. */
const fillers = new Set(
  'a an and are as at be by can do does for from how i if in is it me my of on or the to what when why will with you your'.split(
    ' ',
  ),
)

/** Lower case and half width, letter for letter, so that places in the text stay what they are. */
const fold = (text: string) => text.replace(/[！-～]/g, (sign) => sign.normalize('NFKC')).toLowerCase()

/** Word stems without endings of number or tense; Chinese in pairs of characters. */
export function termsOf(query: string): string[] {
  const runs = fold(query).match(/\p{Script=Han}+|[a-z0-9]+(?:\.[a-z0-9]+)*/gu) ?? []
  const terms = runs.flatMap((run) => {
    if (!/\p{Script=Han}/u.test(run)) return [run.replace(/(?<=.{4})(?:als|al|ing|ed|es|s)$/, '')]
    return run.length === 1 ? [run] : [...run].slice(1).map((sign, index) => `${[...run][index]}${sign}`)
  })
  const telling = terms.filter((term) => !fillers.has(term))
  return [...new Set(telling.length > 0 ? telling : terms)]
}

const escaped = (term: string) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const isHan = (term: string) => /\p{Script=Han}/u.test(term)
/** A Latin term matches the beginning of a word; a Chinese one matches anywhere. */
const patternOf = (term: string) => new RegExp(isHan(term) ? term : `(?<![a-z0-9])${escaped(term)}`, 'g')

/** True if one typing error leads from one word to the other: a letter changed, missing, added, or swapped. */
export function isOneSlip(typed: string, word: string): boolean {
  let start = 0
  while (start < typed.length && typed[start] === word[start]) start += 1
  const rest = (text: string, from: number) => text.slice(from)
  const swapped = (typed[start + 1] ?? '') + (typed[start] ?? '') + rest(typed, start + 2)
  return (
    rest(typed, start + 1) === rest(word, start + 1) ||
    rest(typed, start) === rest(word, start + 1) ||
    rest(typed, start + 1) === rest(word, start) ||
    swapped === rest(word, start)
  )
}

/** The end of a piece of text: between two words, unless it is Chinese and has none. */
function endOf(text: string, max: number): number {
  if (text.length <= max) return text.length
  const space = text.lastIndexOf(' ', max)
  return space > max - EXCERPT_BEFORE ? space : max
}

function excerptOf(text: string, terms: readonly string[]): Hit['excerpt'] {
  const folded = fold(text)
  const found = terms
    .flatMap((term) =>
      [...folded.matchAll(patternOf(term))].map(({ index }) => ({ from: index, to: index + term.length })),
    )
    .sort((a, b) => a.from - b.from)
  const first = Math.max(0, (found[0]?.from ?? 0) - EXCERPT_BEFORE)
  const space = first === 0 ? 0 : text.indexOf(' ', first) + 1
  const whole = space > 0 && space <= (found[0]?.from ?? 0) ? space : first
  // a piece does not begin with what ends the sentence before it
  const start = whole === 0 ? 0 : whole + (/^[\p{P}\s]*/u.exec(text.slice(whole))?.[0].length ?? 0)
  const end = endOf(text, start + EXCERPT_LENGTH)
  const pieces: { text: string; isMatch: boolean }[] = []
  const add = (from: number, to: number, isMatch: boolean) => {
    if (to > from) pieces.push({ text: text.slice(from, to), isMatch })
  }
  let at = start
  for (const { from, to } of found) {
    if (from >= end || to <= at) continue
    add(at, Math.max(at, from), false)
    add(Math.max(at, from), Math.min(to, end), true)
    at = Math.min(to, end)
  }
  add(at, end, false)
  if (start > 0) pieces.unshift({ text: '… ', isMatch: false })
  if (end < text.length) pieces.push({ text: ' …', isMatch: false })
  return pieces
}

/** A search over an index: `createSearch(index)('hold')` gives at most eight hits, the best first. */
export function createSearch(index: SearchIndex): (query: string) => Hit[] {
  const sections = index.sections.map(([page, anchor, heading, text]) => {
    const [href, title, part] = index.pages[page] ?? ['', '', '']
    return {
      href: anchor ? `${href}#${anchor}` : href,
      title,
      part,
      heading,
      text,
      folded: [title, heading, text].map(fold),
    }
  })
  const words = new Set(sections.flatMap(({ folded }) => folded.join(' ').match(/[a-z0-9]{4,}/g) ?? []))

  /** The term, or the corrected word if no word begins with it. */
  function correctedTerm(term: string): string {
    if (isHan(term) || term.length < 4) return term
    const known = [...words].some((word) => word.startsWith(term))
    return known ? term : ([...words].find((word) => isOneSlip(term, word)) ?? term)
  }

  return (query) => {
    const terms = termsOf(query).map(correctedTerm)
    if (terms.length === 0) return []
    const scored = sections.map((section) => ({ section, counts: terms.map((term) => countsIn(section.folded, term)) }))
    const rarity = terms.map((_, at) => {
      const holding = scored.filter(({ counts }) => counts[at] !== 0).length
      return Math.log(1 + sections.length / (1 + holding))
    })
    return scored
      .map(({ section, counts }) => ({
        section,
        share: counts.filter((count) => count > 0).length / terms.length,
        score: counts.reduce((sum, count, at) => sum + count * (rarity[at] ?? 0), 0),
      }))
      .filter(({ share }) => share >= MIN_SHARE)
      .sort((a, b) => b.share - a.share || b.score - a.score)
      .slice(0, MAX_HITS)
      .map(({ section }) => ({
        href: section.href,
        title: section.heading || section.title,
        place: section.heading ? `${section.part} · ${section.title}` : section.part,
        excerpt: excerptOf(section.text, terms),
      }))
  }
}

/** How much a term weighs in a section: a heading above a title above the text, where three times is enough. */
function countsIn([title = '', heading = '', text = '']: readonly string[], term: string): number {
  const pattern = patternOf(term)
  const times = (where: string) => Math.min(3, where.match(pattern)?.length ?? 0)
  return times(title) * 4 + times(heading) * 6 + times(text)
}

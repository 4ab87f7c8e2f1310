import { written as fields } from '../../../src/content/schemas.ts'
import { otherLocale } from '../../../src/lib/i18n/locales.ts'
import type { Family, Finding, Heading, Text } from '../types.ts'

/** Fields that say the same in both languages. */
const shared = ['order', 'group', 'drawing', 'types']
const language = { en: 'English', zh: 'Chinese' }

const written = (value: unknown): string => (Array.isArray(value) ? `[${value.join(', ')}]` : String(value))

/** Wrong values are reported by the rules of the front matter. */
function isValid(field: string, { folder, frontMatter }: Text): boolean {
  const shape: Readonly<Record<string, { safeParse(value: unknown): { success: boolean } }>> = fields[folder].shape
  return shape[field]?.safeParse(frontMatter[field]).success ?? false
}

function* otherFields(text: Text, english: Text): Generator<Finding> {
  for (const field of shared) {
    const [own, theirs] = [text.frontMatter[field], english.frontMatter[field]]
    if (JSON.stringify(own) === JSON.stringify(theirs)) continue
    if (!isValid(field, text) || !isValid(field, english)) continue
    const remedy =
      theirs === undefined
        ? `Remove the line, or add it to ${english.file}.`
        : `Write ${field}: ${written(theirs)}, or change ${english.file}.`
    yield {
      line: own === undefined ? text.bodyLine - 1 : text.lineOf(field),
      rule: 'language-fields',
      problem:
        own === undefined
          ? `The English text has ${field}: ${written(theirs)}, and this one has no such field.`
          : `“${field}” is ${written(own)}, and ${theirs === undefined ? 'the English text has no such field' : `${written(theirs)} in the English text`}.`,
      remedy,
    }
  }
}

const listed = (headings: readonly Heading[]) => headings.map(({ text }) => text).join(' | ') || 'none'

function* otherHeadings(text: Text, english: Text): Generator<Finding> {
  const [own, theirs] = [text.headings, english.headings]
  if (own.length !== theirs.length) {
    yield {
      line: own.at(-1)?.line ?? text.bodyLine,
      rule: 'language-headings',
      problem: `This text has ${own.length} headings, and the English one has ${theirs.length}.`,
      remedy: `Write the same ones in both: ${listed(own)}; in English: ${listed(theirs)}.`,
    }
    return
  }
  for (const [at, { text: words, depth, line }] of own.entries()) {
    const counterpart = theirs[at]
    if (!counterpart || counterpart.depth === depth) continue
    yield {
      line,
      rule: 'language-headings',
      problem: `“${words}” begins with ${'#'.repeat(depth)}, and “${counterpart.text}” in the English text (line ${counterpart.line}) with ${'#'.repeat(counterpart.depth)}.`,
      remedy: 'Write the same headings, in the same order and depth.',
    }
    return
  }
}

export const languageRules: Family = {
  *checkText(text, site) {
    const other = site.otherOf(text)
    if (!other) {
      // Any other text stands in for its translation.
      if (text.folder !== 'legal') return
      const missing = otherLocale(text.locale)
      yield {
        line: 1,
        rule: 'language-missing',
        problem: `There is no ${language[missing]} text of that name, and a legal text applies in both languages at once.`,
        remedy: `Write src/content/${text.folder}/${missing}/${text.slug}.md as well.`,
      }
      return
    }
    if (text.locale === 'en' || text.unreadable || other.unreadable) return
    if (text.asFile.isDraft || other.asFile.isDraft) return
    yield* otherFields(text, other)
    yield* otherHeadings(text, other)
  },
  isForEarlierVersions: true,
}

import { locales } from '../../../src/lib/i18n/locales.ts'
import { isEarlierVersion } from '../../../src/lib/text/content/text-file.ts'
import type { Family, Problem, Site, Text } from '../types.ts'

/** Texts that follow each other on the site: a group of the docs, the guide, a topic. */
function sequenceOf({ folder, slug, frontMatter }: Text): string | undefined {
  if (folder === 'docs') return `group ${String(frontMatter.group)}`
  if (folder === 'guide') return 'guide'
  return folder === 'faq' ? `topic ${slug.split('/')[0]}` : undefined
}

/** The first text of each key, in order of the paths. */
function* repeated(
  texts: readonly Text[],
  keyOf: (text: Text) => string | undefined,
): Generator<{ text: Text; first: Text }> {
  const firsts = new Map<string, Text>()
  for (const text of texts) {
    const key = keyOf(text)
    if (key === undefined) continue
    const first = firsts.get(key)
    if (first) yield { text, first }
    else firsts.set(key, text)
  }
}

function* sameOrder(texts: readonly Text[]): Generator<Problem> {
  const orderOf = ({ frontMatter }: Text) => (typeof frontMatter.order === 'number' ? frontMatter.order : undefined)
  const place = (text: Text) => {
    const sequence = sequenceOf(text)
    return sequence && orderOf(text) !== undefined ? `${sequence} ${orderOf(text)}` : undefined
  }
  for (const { text, first } of repeated(texts, place)) {
    const taken = texts.filter((one) => sequenceOf(one) === sequenceOf(text)).map(orderOf)
    const free = Array.from({ length: taken.length + 1 }, (_, index) => index + 1).find((at) => !taken.includes(at))
    yield {
      file: text.file,
      line: text.lineOf('order'),
      rule: 'order',
      problem: `The ${sequenceOf(text)} has two texts with order ${orderOf(text)}: this one and ${first.file}.`,
      remedy: `Write order: ${free}, or number them all as they are to follow each other.`,
    }
  }
}

function* sameTitle(texts: readonly Text[]): Generator<Problem> {
  const field = ({ folder }: Text) => (folder === 'faq' ? 'question' : 'title')
  const titleOf = (text: Text) => {
    const title = text.frontMatter[field(text)]
    return typeof title === 'string' ? title.trim().toLowerCase() : undefined
  }
  for (const { text, first } of repeated(texts, titleOf))
    yield {
      file: text.file,
      line: text.lineOf(field(text)),
      rule: 'title-twice',
      problem: `${first.file} has the same ${field(text)}.`,
      remedy: 'Word one of them otherwise: readers and search engines tell pages apart by it.',
    }
}

export const orderRules: Family = {
  *checkSite({ texts }: Site) {
    for (const locale of locales) {
      const own = texts.filter((text) => text.locale === locale && !isEarlierVersion(text))
      yield* sameOrder(own)
      yield* sameTitle(own)
    }
  },
}

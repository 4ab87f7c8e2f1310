import { locales } from '../../../src/lib/i18n/locales.ts'
import { nearest } from '../nearest.ts'
import type { Family, Problem, Site, Text } from '../types.ts'

const catalogueOf = (locale: string) => `public/locales/${locale}/docs.json`

/** Titles of the topics in a catalogue; a catalogue that is no JSON is reported elsewhere (scripts/check-locales.mjs). */
function titlesIn(source: string): Readonly<Record<string, string>> {
  try {
    return (JSON.parse(source) as { faq?: { topics?: Record<string, string> } }).faq?.topics ?? {}
  } catch {
    return {}
  }
}

function lineOfKey(source: string, key: string): number {
  const lines = source.split('\n')
  const start = lines.findIndex((line) => line.includes('"topics"'))
  const at = lines.findIndex((line, index) => index > start && line.trim().startsWith(`"${key}"`))
  return Math.max(at, start) + 1
}

function* checkSite({ files, texts }: Site): Generator<Problem> {
  // A question beside the folders has no topic: the rule of the places reports it.
  const questions = texts.filter(({ folder, slug }) => folder === 'faq' && slug.includes('/'))
  const topics = new Map<string, Text>()
  for (const text of questions.toReversed()) topics.set(text.slug.split('/')[0] ?? '', text)
  for (const locale of locales) {
    const file = catalogueOf(locale)
    const source = files.get(file) ?? ''
    const titles = titlesIn(source)
    for (const [topic, first] of topics) {
      if (Object.hasOwn(titles, topic)) continue
      const known = nearest(topic, Object.keys(titles))
      yield {
        file: first.file,
        line: 1,
        rule: 'topic',
        problem: `The topic “${topic}” has no title in ${file}.`,
        remedy: known
          ? `Move the file into faq/${first.locale}/${known}, or add "${topic}" to faq.topics there.`
          : `Add "${topic}": "…" to faq.topics there.`,
      }
    }
    for (const topic of Object.keys(titles))
      if (!topics.has(topic))
        yield {
          file,
          line: lineOfKey(source, topic),
          rule: 'topic',
          problem: `The topic “${topic}” has a title, and no questions.`,
          remedy: `Write src/content/faq/${locale}/${topic}/my-question.md, or remove the title in both languages.`,
        }
  }
}

export const topicRules: Family = { checkSite }

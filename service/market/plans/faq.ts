import { readdir, readFile } from 'node:fs/promises'
import type { PlanType } from '#lib/rules/plans.ts'
import { listOf, readFrontMatter } from '#lib/text/content/front-matter.ts'
import { fillFigures } from '#lib/text/figures.ts'

const folder = new URL('../../../src/content/faq/', import.meta.url)

interface Entry {
  question: string
  answer: string
  order: number
  types: readonly number[]
}

/** A question in a language, or undefined where it has none, or a draft. */
async function readEntry(lang: 'en' | 'zh', place: string): Promise<Entry | undefined> {
  const text = await readFile(new URL(`${lang}/${place}.md`, folder), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : parseEntry(text, lang)
}

/** A question of its file, or undefined for a draft. */
export function parseEntry(text: string, lang: 'en' | 'zh'): Entry | undefined {
  const { fields, body } = readFrontMatter(fillFigures(text, lang))
  const field = (name: string) => fields.get(name)?.value ?? ''
  if (/^true$/i.test(field('draft'))) return undefined
  const types = listOf(field('types')).map(Number)
  return { question: field('question'), answer: body.trim(), order: Number(field('order')), types }
}

/** A question in both languages; one that has no translation is the same in both. */
async function readBoth(id: string) {
  const [en, zh] = await Promise.all([readEntry('en', id), readEntry('zh', id)])
  const one = en ?? zh
  return one ? [{ id, en: en ?? one, zh: zh ?? one }] : []
}

const placesIn = async (lang: 'en' | 'zh'): Promise<string[]> =>
  (await readdir(new URL(`${lang}/`, folder), { recursive: true }))
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -3).replaceAll('\\', '/'))

/** The questions of a line in order, from the Markdown that the site's pages are built from. */
export async function readFaq(type: PlanType) {
  const places = new Set([...(await placesIn('en')), ...(await placesIn('zh'))])
  const all = await Promise.all([...places].map(readBoth))
  return all
    .flat()
    .filter(({ en }) => en.types.includes(type))
    .sort((one, other) => one.en.order - other.en.order || one.id.localeCompare(other.id))
    .map(({ id, en, zh }) => ({
      id,
      question: en.question,
      questionZh: zh.question,
      answer: en.answer,
      answerZh: zh.answer,
    }))
}

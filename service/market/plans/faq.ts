import { readdir, readFile } from 'node:fs/promises'
import type { PlanType } from '#lib/rules/plans.ts'
import { fillFigures } from '#lib/text/figures.ts'

const folder = new URL('../../../src/content/faq/', import.meta.url)

interface Entry {
  question: string
  answer: string
  order: number
  types: readonly number[]
}

async function readEntry(lang: 'en' | 'zh', place: string): Promise<Entry> {
  const file = fillFigures(await readFile(new URL(`${lang}/${place}.md`, folder), 'utf8'), lang)
  const [, head = '', content = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(file) ?? []
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(head)?.[1] ?? ''
  const types = JSON.parse(field('types') || '[]') as number[]
  return { question: field('question'), answer: content.trim(), order: Number(field('order')), types }
}

/** The questions of a line in order, from the Markdown that the site's pages are built from. */
export async function readFaq(type: PlanType) {
  const names = await readdir(new URL('en/', folder), { recursive: true })
  const places = names.filter((name) => name.endsWith('.md')).map((name) => name.slice(0, -3).replaceAll('\\', '/'))
  const all = await Promise.all(
    places.map(async (id) => ({ id, en: await readEntry('en', id), zh: await readEntry('zh', id) })),
  )
  return all
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

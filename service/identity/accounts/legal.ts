import { readFile } from 'node:fs/promises'
import { readFrontMatter } from '#lib/text/content/front-matter.ts'
import { fillFigures } from '#lib/text/figures.ts'

const folder = new URL('../../../src/content/legal/', import.meta.url)

interface Text {
  title: string
  content: string
}

async function readText(lang: 'en' | 'zh', type: string): Promise<Text> {
  const file = await readFile(new URL(`${lang}/${type}.md`, folder), 'utf8')
  const { fields, body } = readFrontMatter(fillFigures(file, lang))
  return { title: fields.get('title')?.value ?? type, content: body.trim() }
}

/** The terms or the privacy policy, from the Markdown of the site's pages. */
export async function readLegal(type: 'terms' | 'privacy') {
  const [en, zh] = await Promise.all([readText('en', type), readText('zh', type)])
  return { title: en.title, titleZh: zh.title, content: en.content, contentZh: zh.content }
}

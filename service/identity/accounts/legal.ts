import { readFile } from 'node:fs/promises'
import { fillFigures } from '#lib/text/figures.ts'

const folder = new URL('../../../src/content/legal/', import.meta.url)

interface Text {
  title: string
  content: string
}

async function readText(lang: 'en' | 'zh', type: string): Promise<Text> {
  const file = fillFigures(await readFile(new URL(`${lang}/${type}.md`, folder), 'utf8'), lang)
  const [, head = '', content = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(file) ?? []
  return { title: /^title: (.*)$/m.exec(head)?.[1] ?? type, content: content.trim() }
}

/** The terms or the privacy policy, from the Markdown of the site's pages. */
export async function readLegal(type: 'terms' | 'privacy') {
  const [en, zh] = await Promise.all([readText('en', type), readText('zh', type)])
  return { title: en.title, titleZh: zh.title, content: en.content, contentZh: zh.content }
}

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { localizedPages } from './dist.ts'

const root = join(import.meta.dirname, '../..')

/** Every text of a catalogue by its dotted key. */
function texts(value: unknown, key = ''): [string, string][] {
  if (typeof value === 'string') return [[key, value]]
  return Object.entries(value as object).flatMap(([part, inner]) => texts(inner, key ? `${key}.${part}` : part))
}

const read = (file: string) => texts(JSON.parse(readFileSync(join(root, file), 'utf8')))
const pairs = [
  ...globSync('public/locales/en/*.json', { cwd: root }).map((en) => ({ en, zh: en.replace('/en/', '/zh/') })),
  { en: 'src/gallery/texts/en.json', zh: 'src/gallery/texts/zh.json' },
]
describe.each(localizedPages.filter(({ path }) => path.startsWith('/zh/')))('$path', ({ document }) => {
  const shown = [
    document.title,
    // pieces of text stay apart, or a word would run into its neighbour
    // what programs say is English everywhere
    ...document.body.innerHTML
      .replace(/<pre[^>]*>[\s\S]*?<\/pre>/g, '')
      .replace(/<[^>]*>/g, '\n')
      .split('\n'),
    ...[...document.querySelectorAll('[aria-label], [alt], [title], [placeholder], meta[name=description]')].flatMap(
      (element) =>
        ['aria-label', 'alt', 'title', 'placeholder', 'content'].map((name) => element.getAttribute(name) ?? ''),
    ),
  ].join('\n')

  test('holds no English sentence', () => {
    const english = pairs.flatMap(({ en, zh }) => {
      const chinese = new Map(read(zh))
      return read(en).filter(([key, text]) => text !== chinese.get(key) && text.length > 3 && !text.includes('{{'))
    })
    expect(english.length).toBeGreaterThan(20)
    const words = (text: string) => new RegExp(`(?<![\\w.@-])${RegExp.escape(text)}(?![\\w-])`)
    expect(english.filter(([, text]) => words(text).test(shown))).toEqual([])
  })
})

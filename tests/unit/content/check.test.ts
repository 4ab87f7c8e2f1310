import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { frontMatterMistakes } from './front-matter-mistakes.ts'
import { fullWidthMistakes } from './full-width-mistakes.ts'
import { layoutMistakes, rightLayouts } from './layout-mistakes.ts'
import { linkMistakes, rightLink, rightLinks, rightVersions } from './link-mistakes.ts'
import { inChinese, inEnglish, type Mistake } from './mistake.ts'
import { plant } from './planted.ts'
import { publicationMistakes } from './publication-mistakes.ts'
import { rateMistakes } from './rate-mistakes.ts'
import { setMistakes } from './set-mistakes.ts'
import { textMistakes } from './text-mistakes.ts'

const guide = readFileSync(join(import.meta.dirname, '../../../docs/guides/edit-content.md'), 'utf8')
const mistakes = [
  frontMatterMistakes,
  fullWidthMistakes,
  layoutMistakes,
  linkMistakes,
  publicationMistakes,
  rateMistakes,
  setMistakes,
  textMistakes,
].flatMap(Object.entries<Mistake>)

describe('a check of the texts names file, line and remedy of', () => {
  test.each(mistakes)('%s', (_, { changes = [], more = {}, messages }) => {
    expect(plant(changes, more)).toEqual(messages)
    expect(messages).not.toEqual([])
  })
})

test('finds nothing in what an editor program leaves behind', () => {
  const windows = (file: string) => ({ file: `src/content/docs/${file}/wallets.md`, from: /^[\s\S]*$/, to: '' })
  const copy = (file: string) => readFileSync(join(import.meta.dirname, `copy/docs/${file}/wallets.md`), 'utf8')
  const changes = ['en', 'zh'].map((file) => ({
    ...windows(file),
    to: `\uFEFF${copy(file).replaceAll('\n', '\r\n')}`,
  }))
  expect(plant(changes)).toEqual([])
})

test.each(rightLinks)('accepts a link to %s', (address) => {
  expect(plant(inEnglish(rightLink, `(${address})`))).toEqual([])
})

test.each(rightLayouts)('accepts %j', (lines) => {
  expect(plant(inEnglish('## Networks', `${lines}\n\n## Networks`))).toEqual([])
})

test.each(['见【钱包】（必填／选填）一栏。', '表中的｛修改｝一项。', '- 打开程序、登录。'])(
  'accepts the Chinese signs of %s',
  (line) => {
    expect(plant(inChinese('## 网络', `${line}\n\n## 网络`))).toEqual([])
  },
)

test.each(rightVersions.links)('accepts a link to a version of the terms: %s', (address) => {
  expect(plant(inEnglish(rightLink, `(${address})`), rightVersions.files)).toEqual([])
})

test('accepts a price that is confirmed, with the day it is of', () => {
  const file = 'src/content/rates.json'
  const confirm = '"confirm": { "pc.ALEO.price": "25", "cloud.ALEO.price": "25" },\n  "pc": {'
  const changes = [
    { file, from: /"price": "0.25"/g, to: '"price": "25"' },
    { file, from: '"pc": {', to: confirm },
    { file, from: '"2026-11-22"', to: '"2026-11-25"' },
  ]
  expect(plant(changes)).toEqual([])
})

test('the guide shows ten messages as the check writes them', () => {
  const shown = [...guide.matchAll(/^src\/content\/\S+:\d+ {2}.*$/gm)].map(([message]) => message)
  const real = mistakes.flatMap(([, { messages }]) => messages)
  expect(shown.length).toBeGreaterThanOrEqual(10)
  expect(shown.filter((message) => !real.includes(message))).toEqual([])
})

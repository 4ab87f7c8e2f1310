// English and Chinese catalogues have the same files, keys, placeholders and plurals, no text is empty, and each keeps
// to the rules of the copy (scripts/lib/copy-rules.mjs).
// Run: node scripts/check-locales.mjs
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { figures } from '../src/lib/text/figures.ts'
import { unreadableCatalogues } from './lib/catalogues.mjs'
import { pairMistakes, textMistakes } from './lib/copy-rules.mjs'
import { fail } from './lib/setup.mjs'

/** The site, the service and the app have one folder; the miner's window and the operators' page, which are no pages of the site, have their own. */
const folders = ['public/locales', 'service/programs/miner/window/texts', 'service/programs/admin/texts']
/** The gallery of interface parts has one file a language. */
const GALLERY = 'src/gallery/texts/@.json'
const root = new URL('../', import.meta.url)
const filesOf = (locale) => [
  ...folders.flatMap((folder) =>
    readdirSync(fileURLToPath(new URL(`${folder}/${locale}/`, root)))
      .sort()
      .map((name) => `${folder}/@/${name}`),
  ),
  GALLERY,
]
const nameOf = (file) => (file === GALLERY ? 'gallery' : file.split('/').at(-1).replace('.json', ''))
const read = (locale, file) => JSON.parse(readFileSync(new URL(file.replace('@', locale), root), 'utf8'))

function flatten(value, prefix = '') {
  if (typeof value === 'string') return [[prefix, value]]
  return Object.entries(value).flatMap(([key, inner]) => flatten(inner, prefix ? `${prefix}.${key}` : key))
}

/** English has two plural forms, Chinese one: the stem represents all of them. */
const stem = (key) => key.replace(/_(one|other)$/, '')
const placeholders = (text) => [...new Set(text.match(/\{\{\s*\w+\s*\}\}/g) ?? [])].sort().join(' ')
/** The figures of the rules in place of their names; `{{=Windows 10}}` is what follows the sign. */
const fill = (text, locale) =>
  text.replace(/\{\{(=?)([^}]*)\}\}/g, (whole, literal, name) => (literal ? name : (figures[name]?.[locale] ?? whole)))
const problems = []

function compare(file) {
  const en = new Map(flatten(read('en', file)))
  const zh = new Map(flatten(read('zh', file)))
  const stems = (texts) => new Set([...texts.keys()].map(stem))
  for (const key of stems(en)) if (!stems(zh).has(key)) problems.push(`${file}: ${key} is missing in zh`)
  for (const key of stems(zh)) if (!stems(en).has(key)) problems.push(`${file}: ${key} is missing in en`)
  for (const [locale, texts] of [
    ['en', en],
    ['zh', zh],
  ])
    for (const [key, text] of texts) if (text.trim() === '') problems.push(`${file}: ${key} is empty in ${locale}`)
  for (const [key, text] of en) {
    const other = zh.get(key) ?? zh.get(`${stem(key)}_other`)
    if (other !== undefined && !/_one$/.test(key) && placeholders(text) !== placeholders(other))
      problems.push(`${file}: ${key} has other placeholders in zh`)
    if (/_one$/.test(key) && !en.has(`${stem(key)}_other`)) problems.push(`${file}: ${key} has no _other in en`)
  }
  const name = nameOf(file)
  const report = (key, mistakes) => problems.push(...mistakes.map((mistake) => `${file}: ${key} ${mistake}`))
  for (const [locale, texts] of [
    ['en', en],
    ['zh', zh],
  ])
    for (const [key, text] of texts) report(`${key} (${locale})`, textMistakes({ name, key, locale, text }, fill))
  for (const [key, text] of en) {
    const other = zh.get(key) ?? zh.get(`${stem(key)}_other`)
    if (other !== undefined) report(key, pairMistakes({ name, key, en: text, zh: other }))
  }
  return en.size
}

const unreadable = unreadableCatalogues()
if (unreadable.length > 0) fail(unreadable.join('\n'))
const [en, zh] = [filesOf('en'), filesOf('zh')]
for (const file of en) if (!zh.includes(file)) problems.push(`${file} is missing in zh`)
for (const file of zh) if (!en.includes(file)) problems.push(`${file} is missing in en`)
const texts = en.filter((file) => zh.includes(file)).reduce((sum, file) => sum + compare(file), 0)
for (const problem of problems) console.error(problem)
console.log(`locales: ${en.length} catalogues, ${texts} texts, ${problems.length} problems`)
process.exit(problems.length > 0 ? 1 : 0)

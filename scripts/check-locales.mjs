// English and Chinese catalogues have the same files, keys, placeholders and plurals, no text is empty, and each keeps
// to the rules of the copy.
// Run: node scripts/check-locales.mjs
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { unreadableCatalogues } from './lib/catalogues.mjs'
import { fail } from './lib/setup.mjs'

/** The site, the service and the app have one folder; the miner's window, which is no page of the site, has its own. */
const folders = ['public/locales', 'service/programs/miner/window/texts']
const root = new URL('../', import.meta.url)
const filesOf = (locale) =>
  folders.flatMap((folder) =>
    readdirSync(fileURLToPath(new URL(`${folder}/${locale}/`, root)))
      .sort()
      .map((name) => `${folder}/@/${name}`),
  )
const read = (locale, file) => JSON.parse(readFileSync(new URL(file.replace('@', locale), root), 'utf8'))

function flatten(value, prefix = '') {
  if (typeof value === 'string') return [[prefix, value]]
  return Object.entries(value).flatMap(([key, inner]) => flatten(inner, prefix ? `${prefix}.${key}` : key))
}

/** English has two plural forms, Chinese one: the stem represents all of them. */
const stem = (key) => key.replace(/_(one|other)$/, '')
const placeholders = (text) => [...new Set(text.match(/\{\{\s*\w+\s*\}\}/g) ?? [])].sort().join(' ')
/** Texts that name signs which the copy itself does without, and a sentence that the specification words so. */
const literal = new Set(['rules.special', 'PAYMENT_PASSWORD_NOT_SET', 'payment.notSet'])
const unspaced = /\p{Script=Han}[,.;:!?()]|！|\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u
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
  for (const [key, text] of en)
    if (/[!—]|\p{Script=Han}/u.test(text) && !literal.has(key))
      problems.push(`${file}: ${key} has a sign that our English does without`)
  for (const [key, text] of zh)
    if (unspaced.test(text))
      problems.push(`${file}: ${key} needs full-width punctuation, or a space between Han and Latin`)
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

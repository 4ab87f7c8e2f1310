// The texts of src/content: the same headings in English and Chinese, no figure typed by hand or unknown, links between them, a title for
// every topic, true dates, kept versions, free aliases, no link to a draft, and the rules of the copy. Names each file and what it misses;
// a missing or older translation is a warning. Run: node scripts/check-texts.mjs
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readPageAddresses, readTextFiles } from '../src/content/text-files.ts'
import { aliasProblems } from '../src/lib/text/content/alias-problems.ts'
import { dateProblems } from '../src/lib/text/content/date-problems.ts'
import { latestDay } from '../src/lib/text/content/dates.ts'
import { draftProblems } from '../src/lib/text/content/draft-problems.ts'
import { readFrontMatter } from '../src/lib/text/content/front-matter.ts'
import { legalProblems } from '../src/lib/text/content/legal-problems.ts'
import { formatProblem, isEarlierVersion } from '../src/lib/text/content/text-file.ts'
import { formatWaiting, waitingTexts } from '../src/lib/text/content/translations.ts'
import { figures, fillFigures, typedFigures } from '../src/lib/text/figures.ts'
import { localDateTime } from '../src/lib/time/format.ts'
import { readHistory } from './content/history.mjs'

const project = fileURLToPath(new URL('../', import.meta.url))
const root = fileURLToPath(new URL('../src/content/', import.meta.url))
const folders = ['docs', 'guide', 'faq', 'pages', 'legal']
const filesOf = (folder, locale) =>
  globSync('**/*.md', { cwd: `${root}${folder}/${locale}` }).map((file) => file.replaceAll('\\', '/'))
const read = (folder, locale, file) => readFileSync(`${root}${folder}/${locale}/${file}`, 'utf8')

const problems = []
const usedFigures = new Set()
const code = /^(```|~~~)[\s\S]*?^\1.*$|`[^`\n]*`|\]\([^)]*\)/gm
const headings = (text) =>
  text
    .replace(code, '')
    .match(/^#{2,4} /gm)
    ?.join('') ?? ''
/** Fields that a text may have in one language alone. */
const ofOneLanguage = new Set(['aliases', 'draft', 'translationOf'])
const keysOf = (text) => [...readFrontMatter(text).fields.keys()].filter((name) => !ofOneLanguage.has(name)).join(' ')
/** Fields that are the same in both languages. */
const shared = (text) => text.match(/^(?:order|group|drawing|types): .*$/gm)?.join(', ') ?? ''
const unspaced = /\p{Script=Han}[,.;:!?()]|！|\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9%]\p{Script=Han}/u

function check(folder, locale, file) {
  const place = `${folder}/${locale}/${file}`
  const text = read(folder, locale, file)
  for (const [, name] of text.matchAll(/\{\{([^=}]+)\}\}/g)) usedFigures.add(name)
  for (const typed of typedFigures(text))
    problems.push(`${place}, ${typed} is typed by hand: take a figure of src/lib/text/figures.ts, or write {{=…}}`)
  try {
    const prose = fillFigures(text, locale).replace(code, ' ')
    const lines = prose.split('\n')
    const wrong = (line) =>
      locale === 'en' ? /[!—]|\p{Script=Han}/u.test(line) : unspaced.test(line.replace(/^\w+: /, ''))
    for (const [index, line] of lines.entries())
      if (wrong(line)) problems.push(`${place}: against the rules of the copy near line ${index + 1}: ${line.trim()}`)
  } catch (error) {
    problems.push(`${place}: ${error.message}`)
  }
}

const texts = readTextFiles(project)
const drafts = new Set(texts.filter(({ isDraft }) => isDraft).map(({ place }) => place.slice('src/content/'.length)))
let count = 0
for (const folder of folders) {
  const [en, zh] = [filesOf(folder, 'en'), filesOf(folder, 'zh')]
  for (const file of en.filter((one) => zh.includes(one))) {
    const [english, chinese] = [read(folder, 'en', file), read(folder, 'zh', file)]
    if (drafts.has(`${folder}/en/${file}`) || drafts.has(`${folder}/zh/${file}`)) continue
    if (headings(english) !== headings(chinese))
      problems.push(`${folder}/zh/${file} has other headings than in English`)
    if (keysOf(english) !== keysOf(chinese)) problems.push(`${folder}/zh/${file} has other fields than in English`)
    if (shared(english) !== shared(chinese))
      problems.push(`${folder}/zh/${file} differs in ${shared(chinese)}: in English ${shared(english)}`)
  }
  for (const [locale, files] of [
    ['en', en],
    ['zh', zh],
  ])
    for (const file of files) {
      count += 1
      // Earlier versions of legal texts stay as they were.
      if (!isEarlierVersion({ folder, slug: file })) check(folder, locale, file)
    }
}
const now = Date.now()
const today = localDateTime(now / 1000).slice(0, 10)
const calendar = { today, latest: latestDay(now), history: readHistory(project, 'src/content') }
const found = [
  ...dateProblems(texts, calendar),
  ...legalProblems(texts, calendar.history),
  ...aliasProblems(texts, readPageAddresses(project)),
  ...draftProblems(texts),
]
problems.push(...found.map(formatProblem))
const waiting = waitingTexts(texts)
const catalogue = JSON.parse(readFileSync(new URL('../public/locales/en/docs.json', import.meta.url), 'utf8'))
const topics = new Set(texts.filter(({ folder }) => folder === 'faq').map(({ slug }) => slug.split('/')[0]))
for (const topic of topics)
  if (!catalogue.faq.topics[topic]) problems.push(`faq/${topic} has no title: faq.topics in public/locales/*/docs.json`)
for (const topic of Object.keys(catalogue.faq.topics))
  if (!topics.has(topic)) problems.push(`faq.topics in public/locales/*/docs.json: faq/${topic} has no questions`)
for (const name of Object.keys(figures))
  if (!usedFigures.has(name)) problems.push(`no text tells the figure {{${name}}}`)
for (const line of waiting.map(formatWaiting)) console.warn(`waiting: ${line}`)
for (const problem of problems) console.error(problem)
const counts = [
  `${count} files`,
  `${usedFigures.size} figures`,
  `${waiting.length} waiting`,
  `${problems.length} problems`,
]
console.log(`texts: ${counts.join(', ')}`)
process.exit(problems.length > 0 ? 1 : 0)

// Every cited decision has a record, every record has the agreed form and names files that exist, and
// docs/decisions/README.md lists all records by subject. Run: node scripts/check-citations.mjs [--write], which renews the list.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  citationProblems,
  duplicateProblems,
  pathProblems,
  readRecord,
  recordIndex,
  recordProblems,
} from './lib/citations.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file) => readFileSync(path.join(root, file), 'utf8')
const RECORDS = 'docs/decisions'
const INDEX = `${RECORDS}/README.md`
const MARK = '<!-- records -->'
const TEXT = /\.(?:ts|tsx|mts|mjs|js|astro|css|md|json|yml|grit|tmpl)$/
/** Texts that name the old forms to refuse them. */
const EXAMPLES = ['scripts/lib/citations.mjs', 'tests/unit/citations.test.ts']

const records = readdirSync(path.join(root, RECORDS))
  .filter((name) => name.endsWith('.md') && name !== 'README.md')
  .sort()

/** Files of a folder, the folder's own path before their names. */
const filesIn = (folder) =>
  readdirSync(path.join(root, folder), { recursive: folder !== '.', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))

const files = ['.', 'service', 'src', 'tests', 'scripts', 'docs', 'public', '.github']
  .flatMap(filesIn)
  .filter((file) => TEXT.test(file) && !file.includes('/node_modules/') && !EXAMPLES.includes(file))
  .filter((file) => file !== 'package-lock.json')

const index = read(INDEX)
const parsed = records.map((name) => readRecord(name, read(`${RECORDS}/${name}`)))
const next = `${index.slice(0, index.indexOf(MARK) + MARK.length)}\n\n${recordIndex(parsed)}\n`
if (process.argv.includes('--write')) writeFileSync(path.join(root, INDEX), next)

const problems = [
  ...records.flatMap((name) => recordProblems(name, read(`${RECORDS}/${name}`))),
  ...duplicateProblems(records),
  ...records.flatMap((name) =>
    pathProblems(name, read(`${RECORDS}/${name}`), (file) => existsSync(path.join(root, file))),
  ),
  ...files.flatMap((file) => citationProblems(file, read(file), records)),
]
if (!process.argv.includes('--write') && next !== index)
  problems.push(`${INDEX} lists other records than there are: node scripts/check-citations.mjs --write`)

for (const problem of problems) console.error(problem)
console.log(`citations: ${records.length} records, ${problems.length} problems`)
process.exit(problems.length > 0 ? 1 : 0)

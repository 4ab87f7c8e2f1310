// docs/specification.md: each behaviour has a number of its own and names a test that exists, and every citation of a number
// (SPEC- and the number, anywhere in service, src, tests, scripts and docs) has its line. `--fix` follows tests to the files
// that they have moved to. Run: node scripts/check-specification.mjs [--fix]
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { citationsIn, specificationProblems, titlesIn, withMovedTests } from './lib/specification.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const DOCUMENT = 'docs/specification.md'
const TEXT = /\.(?:ts|tsx|mts|mjs|js|astro|css|md|json|grit|tmpl)$/

const files = ['service', 'src', 'tests', 'scripts', 'docs']
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (file) => `${folder}/${file.replaceAll('\\', '/')}`,
    ),
  )
  .filter((file) => TEXT.test(file) && !file.includes('/node_modules/'))
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }))

const titles = new Map(
  files
    .filter(({ file }) => /^tests\/.*\.test\.tsx?$/.test(file))
    .map(({ file, text }) => [file, titlesIn(file, text)]),
)
const citations = new Map()
for (const { file, text } of files)
  for (const id of new Set(citationsIn(text))) citations.set(id, [...(citations.get(id) ?? []), file])

const current = readFileSync(path.join(root, DOCUMENT), 'utf8')
const document = process.argv.includes('--fix') ? withMovedTests(current, titles) : current
if (document !== current) writeFileSync(path.join(root, DOCUMENT), document)

const problems = specificationProblems(document, titles, citations)
for (const problem of problems) console.error(problem)
console.log(`specification: ${document.match(/^- /gm)?.length ?? 0} behaviours, ${problems.length} problems`)
process.exit(problems.length > 0 ? 1 : 0)

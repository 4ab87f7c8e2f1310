// Checks the areas of the service: each imports only areas of lower layers, its README has at most 15 lines, every test
// is at the place of its source, and docs/architecture.md shows the existing arrows.
// Run: node scripts/check-areas.mjs [--write]
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file) => readFileSync(path.join(root, file), 'utf8')

/** Lowest layer first. The files beside the areas compose them, and may import all of them. */
const layers = [
  ['platform'],
  ['chains', 'site'],
  ['messaging'],
  ['identity'],
  ['money'],
  ['market', 'compute', 'rental', 'rewards'],
  ['programs'],
  ['demo'],
]
const layerOf = new Map(layers.flatMap((areas, layer) => areas.map((area) => [area, layer])))
const COMPOSITION = /^service\/[^/]+\.ts$/
/** Lists of every feature's parts, which programs and the demo may read. */
const lists = ['service/feature-list.ts', 'service/checks.ts', 'service/payment-handlers.ts']
const LOWEST_READER = 6
/** Programs for other people's machines: they take no code of the service but its base. */
const SHIPPED = /^service\/programs\/(?:miner|host)\//
const README_LINES = 15
const PICTURE = 'docs/architecture.md'
const [BEGIN, END] = ['<!-- areas -->', '<!-- end of areas -->']

const problems = []

const filesIn = (folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\.(?:[mc]?[jt]s|tsx)$/.test(file) && !file.includes('/node_modules/'))

const areaOf = (file) => (COMPOSITION.test(file) ? undefined : /^service\/([^/]+)\//.exec(file)?.[1])
/** A comment may stand before the path of an import; `declare module` adds to the types of another file. */
const importOf =
  /\b(?:from|import|require|declare\s+module)\b\s*\(?\s*(?:\/\*[\s\S]*?\*\/\s*)?['"`]((?:#service|#world|\.{1,2})\/[^'"`]+)['"`]/g

/** Every arrow between two areas, with the imports that make it. */
const arrows = new Map()
for (const file of filesIn('service')) {
  const from = areaOf(file)
  if (from === undefined) continue
  for (const [, target] of read(file).matchAll(importOf)) {
    const to = target.startsWith('#')
      ? path.posix.normalize(target.slice(1))
      : path.posix.join(path.posix.dirname(file), target)
    if (/^(?:world|tests)\//.test(to)) problems.push(`${file} imports ${to}: the service takes nothing of the tests`)
    if (!to.startsWith('service/')) continue
    const area = areaOf(to)
    if (area === from || (lists.includes(to) && layerOf.get(from) >= LOWEST_READER)) continue
    if (area === undefined || layerOf.get(area) >= layerOf.get(from))
      problems.push(
        `${file} imports ${to}: ${from} stands ${area === undefined ? 'below what puts areas together' : `no higher than ${area}`}`,
      )
    else if (SHIPPED.test(file) && area !== 'platform')
      problems.push(`${file} imports ${to}: a program for other people's machines takes only src/lib and platform`)
    else arrows.set(`${from} --> ${area}`, [...(arrows.get(`${from} --> ${area}`) ?? []), file])
  }
}

for (const file of filesIn('service'))
  if (/^declare module '#/m.test(read(file)) && !/^(?:import|export)\b/m.test(read(file)))
    problems.push(`${file} has neither import nor export: its declaration would replace the module, and not add to it`)

for (const area of layerOf.keys()) {
  const readme = `service/${area}/README.md`
  if (!existsSync(path.join(root, readme))) problems.push(`${readme} is missing: it says what the area owns`)
  else if (read(readme).trimEnd().split('\n').length > README_LINES)
    problems.push(`${readme} has more than ${README_LINES} lines`)
}
for (const { name } of readdirSync(path.join(root, 'service'), { withFileTypes: true }).filter((one) =>
  one.isDirectory(),
))
  if (!layerOf.has(name)) problems.push(`service/${name} is no area: scripts/check-areas.mjs names them`)

/** The folder that a test is about. */
const sources = [
  [/^tests\/unit\/content\/markdown(?=\/)/, 'src/content/markdown'],
  [/^tests\/unit\/content(?=\/)/, 'scripts/content'],
  [/^tests\/(?:service|unit)(?=\/)/, 'service'],
  [/^tests\/lib(?=\/)/, 'src/lib'],
  [/^tests\/islands(?=\/)/, 'src/islands'],
]
for (const file of filesIn('tests')) {
  const [pattern, place] = sources.find(([one]) => one.test(file)) ?? []
  if (!pattern) continue
  const folder = path.posix.dirname(file.replace(pattern, place))
  if (!existsSync(path.join(root, folder))) problems.push(`${file} tests nothing: there is no folder ${folder}`)
}

const picture = [
  '```mermaid',
  'flowchart TD',
  ...[...layers]
    .reverse()
    .map((areas, index) => `  subgraph layer${layers.length - index} [" "]\n    ${areas.join('\n    ')}\n  end`),
  ...[...arrows.keys()].sort().map((arrow) => `  ${arrow}`),
  '```',
].join('\n')
const text = read(PICTURE)
const [start, end] = [text.indexOf(BEGIN) + BEGIN.length, text.indexOf(END)]
const next = `${text.slice(0, start)}\n\n${picture}\n\n${text.slice(end)}`
if (process.argv.includes('--write')) writeFileSync(path.join(root, PICTURE), next)
else if (next !== text)
  problems.push(`${PICTURE} shows other arrows than there are: node scripts/check-areas.mjs --write`)

for (const problem of problems) console.error(problem)
console.log(`areas: ${layerOf.size} areas, ${arrows.size} arrows, ${problems.length} problems`)
process.exit(problems.length > 0 ? 1 : 0)

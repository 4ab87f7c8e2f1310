// `npm run new -- feature AREA/NAME`: writes a feature on both sides from the files in scripts/new/feature, adds it to
// the lists of features, and prints the next steps. Existing files are never overwritten.
// `npm run new -- network tron` writes the folder of a network (scripts/new-network.mjs).
// `npm run new -- page docs my-rig` and `-- question wallets my-question` write texts (scripts/new-text.mjs).
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { lists, namesOf, partsOf, placeError, planOf } from './lib/new-feature.mjs'
import { ensureInstalled, fail, node24, root, run } from './lib/setup.mjs'

const [kind, place = '', ...more] = process.argv.slice(2)
if ((kind === 'page' || kind === 'question') && more.length === 1) {
  ensureInstalled()
  const { status } = spawnSync(node24, ['scripts/new-text.mjs', kind, place, ...more], { cwd: root, stdio: 'inherit' })
  process.exit(status ?? 1)
}
if (kind === 'network' && more.length === 0) {
  ensureInstalled()
  const { status } = spawnSync(node24, ['scripts/new-network.mjs', place], { cwd: root, stdio: 'inherit' })
  process.exit(status ?? 1)
}
if (kind !== 'feature' || place === '' || more.length > 0)
  fail(
    'Say what is new, where it stands and what it is called: npm run new -- feature market/price-list, -- network tron, -- page docs my-rig, or -- question wallets my-question',
  )
const error = placeError(place)
if (error) fail(error)

ensureInstalled()
const plan = planOf(place)
for (const [file, text] of plan) {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(path.join(root, file), text)
}
// Puts the imports of the lists in order, and breaks the lines that a long name has made too long.
const biome = ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', ...plan.keys()]
run(node24, biome, { stdio: 'ignore' })

const { kebab: name } = partsOf(place)
const { camel, pascal } = namesOf(name)
const files = [...plan.keys()]
const isList = (file) => lists.some((list) => list.file === file)
console.log(`New files of ${pascal}:`)
for (const file of files.filter((one) => !isList(one))) console.log(`  ${file}`)
console.log('It has a line in:')
for (const file of files.filter(isList)) console.log(`  ${file}`)
console.log(`
Next:
  1. tests/service/${place}/${name}.test.ts fails until it says what ${pascal} must do.
  2. What its rows hold: the migration, table, contract, query and screen have a title and a time.
  3. titles.${camel} in public/locales/zh/app.json is still English. The screen's icon and its place in the navigation
     are in src/islands/app/${name}/feature.ts.
  4. A row to look at, once npm run dev has an account: npm run operate -- ${name} --user you@example.org --title First
  5. npm test -- lint types imports locales content unused unit service build site
More: docs/guides/add-a-call.md and docs/guides/add-a-screen.md`)

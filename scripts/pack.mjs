// `npm run pack -- miner`: makes the files of the miner that users install, for every system, into packages/miner.
// `npm run pack -- miner linux-x64`: those of the named systems. Sets PUBLIC_SITE as the service that they mine for.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { checkSiteSettings } from './lib/settings.mjs'
import { ensureInstalled, fail, node24, projectEnv, root } from './lib/setup.mjs'

ensureInstalled()
checkSiteSettings(process.env)
// The packing itself reads the sources of the miner, which takes the project's own Node.
if (path.resolve(process.execPath) !== path.resolve(node24)) {
  const options = { cwd: root, env: projectEnv(), stdio: 'inherit' }
  process.exit(spawnSync(node24, ['scripts/pack.mjs', ...process.argv.slice(2)], options).status ?? 1)
}

const { ensurePackInstalled } = await import('./pack/install.mjs')
const { targets } = await import('./pack/targets.mjs')
const [product, ...names] = process.argv.slice(2)
if (product !== 'miner') fail('Name what to pack: npm run pack -- miner')
const unknown = names.filter((name) => !targets.some((target) => target.name === name))
if (unknown.length > 0)
  fail(`There is no target ${unknown.join(', ')}. Targets: ${targets.map(({ name }) => name).join(', ')}.`)

ensurePackInstalled()
if (!process.env.PUBLIC_SITE)
  console.log('PUBLIC_SITE is not set: the programs mine for http://127.0.0.1:8080, unless --service names another.')
const { packMiner } = await import('./pack/miner.mjs')
const missing = await packMiner({
  targets: targets.filter(({ name }) => names.length === 0 || names.includes(name)),
  output: path.join(root, 'packages', 'miner'),
  env: process.env,
})
if (missing > 0) fail(`${missing} of the packages are missing, see above. The others are in packages/miner.`)
console.log('\nThe packages are in packages/miner. Publish them: npm run operate -- versions publish packages/miner')

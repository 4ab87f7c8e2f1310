// `npm run pack -- miner`: makes the files of the miner that users install, for every system, into packages/miner or the folder
// of --output. `npm run pack -- miner linux-x64`: those of the named systems; with `--form archive`, those of that form. PUBLIC_SITE is the
// service that they mine for.
// `npm run pack -- android`: makes the app of that service, into packages/android.
// `npm run pack -- signed FILE` notes that a package was signed on another machine.
import { spawnSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { checkSiteSettings } from './lib/settings.mjs'
import { ensureInstalled, fail, node24, projectEnv, root } from './lib/setup.mjs'

ensureInstalled()
checkSiteSettings(process.env)
// The packing itself reads the sources of the miner, which takes the project's own Node.
if (realpathSync(process.execPath) !== realpathSync(node24)) {
  const options = { cwd: root, env: projectEnv(), stdio: 'inherit' }
  process.exit(spawnSync(node24, ['scripts/pack.mjs', ...process.argv.slice(2)], options).status ?? 1)
}

function readArguments() {
  try {
    const options = { output: { type: 'string' }, form: { type: 'string', multiple: true } }
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    return fail(error.message)
  }
}

const { values, positionals } = readArguments()
const [product, ...names] = positionals
if (product === 'signed') {
  const { noteSignature } = await import('./pack/facts.mjs')
  for (const name of names) noteSignature(path.resolve(process.env.INIT_CWD ?? root, name))
  process.exit(0)
}
if (product !== 'miner' && product !== 'android')
  fail('Name what to pack: npm run pack -- miner, or android. After a signature on a Mac: npm run pack -- signed FILE')
const output = path.resolve(root, values.output ?? `packages/${product}`)
if (product === 'android') await packAndroid()
else await packMiner()
console.log(`\nThe packages are in ${output}. Publish them: npm run operate -- versions publish ${output}`)

async function packMiner() {
  const { targets, forms: allForms } = await import('./pack/targets.mjs')
  const unknown = names.filter((name) => !targets.some((target) => target.name === name))
  if (unknown.length > 0)
    fail(`There is no target ${unknown.join(', ')}. Targets: ${targets.map(({ name }) => name).join(', ')}.`)
  const { form: forms = allForms } = values
  const unknownForms = forms.filter((form) => !allForms.includes(form))
  if (unknownForms.length > 0) fail(`There is no form ${unknownForms.join(', ')}. Forms: ${allForms.join(', ')}.`)
  const chosen = targets.filter(({ name }) => names.length === 0 || names.includes(name))
  await install(chosen, forms)
  if (!process.env.PUBLIC_SITE)
    console.log('PUBLIC_SITE is not set: the programs mine for http://127.0.0.1:8080, unless --service names another.')
  const miner = await import('./pack/miner.mjs')
  const missing = await miner.packMiner({
    targets: chosen,
    forms,
    output,
    env: process.env,
  })
  if (missing > 0) fail(`${missing} of the packages could not be made, see above. The others are in ${output}.`)
}

async function install(targets, forms) {
  const { ensurePackages } = await import('./pack/install.mjs')
  const { packagesFor } = await import('./pack/locked-packages.mjs')
  try {
    ensurePackages(packagesFor(targets, forms))
  } catch (error) {
    fail(error.message)
  }
}

async function packAndroid() {
  if (names.length > 0 || values.form) fail('The app has neither targets nor forms: npm run pack -- android')
  const android = await import('./pack/android/android.mjs')
  const packed = await android.packAndroid({ output, env: process.env }).catch((error) => fail(error.message))
  console.log(`It shows ${packed.service}.`)
  if (packed.key === 'test')
    console.log('It is signed with a test key of this machine. For users, set PACK_ANDROID_KEYSTORE.')
}

// `npm start`: installs what is missing, builds what has changed, serves site and service on one address.
// Offers the packages that `npm run pack` has made, and makes none itself.
// `npm run demo` is the same with a database of its own that a simulation has filled. `npm start -- --help` prints the settings.
import { spawn } from 'node:child_process'
import { ensureBuilt } from './lib/build.mjs'
import { demoSettings } from './lib/demo.mjs'
import { onNpmExit } from './lib/npm.mjs'
import { packFolders, publishPacked } from './lib/packages.mjs'
import { ensureInstalled, node24, projectEnv, root, run, serviceArguments } from './lib/setup.mjs'

const demo = process.argv.includes('--demo')
const started = performance.now()
if (demo && process.env.NODE_ENV === 'production') {
  console.error('The demo never runs in production.')
  process.exit(2)
}
ensureInstalled()
if (process.argv.includes('--help')) {
  console.log('npm start serves site and service on one address. It is set by variables of the environment:\n')
  run(node24, ['scripts/settings.mjs'])
  process.exit(0)
}
ensureBuilt()

const settings = demo ? demoSettings(process.env) : {}
const service = spawn(node24, serviceArguments, {
  cwd: root,
  env: projectEnv(settings),
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})

service.on('message', async ({ up, mailbox }) => {
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`\n  Idleforge${demo ? ' demo' : ''} is up after ${seconds} s:  ${up}/`)
  if (demo) console.log(`  Sign in with a click:  ${up}/login/`)
  if (mailbox) console.log(`  Letters with codes:  ${mailbox}/`)
  console.log('  Stop it with Ctrl-C.\n')
  for (const folder of packFolders) {
    const said = await publishPacked(settings, folder)
    if (said) console.log(`  ${folder}: ${said}\n`)
  }
})
service.on('exit', (code) => process.exit(code ?? 1))
// Ctrl-C and the end of a terminal reach both; a signal to this process alone is passed on. The service heeds the first it gets.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => service.kill(signal))
onNpmExit(() => service.kill('SIGTERM'))

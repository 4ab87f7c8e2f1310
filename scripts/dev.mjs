// `npm run dev`: the site with hot reload, and the service, which restarts when its files change.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, watch } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { onNpmGone } from './lib/npm.mjs'
import { checkSiteSettings } from './lib/settings.mjs'
import { ensureInstalled, fail, node24, projectEnv, root, serviceArguments } from './lib/setup.mjs'

ensureInstalled()
checkSiteSettings(process.env)
const port = Number(process.env.PORT ?? 8080)
const [servicePort, mailboxPort] = [port + 10, port + 11]
if (!(Number.isInteger(port) && port > 0 && mailboxPort < 65_536)) fail('PORT: a whole number from 1 to 65524.')
for (const wanted of [port, servicePort, mailboxPort]) {
  const probe = createServer().listen(wanted, '127.0.0.1')
  await once(probe, 'listening').catch(({ message }) =>
    fail(`PORT: ${message}. Stop what listens there, or set another PORT; ten and eleven above it are taken too.`),
  )
  probe.close()
}

const env = projectEnv({ DEV_SERVICE: `http://127.0.0.1:${servicePort}`, NODE_ENV: 'development' })
const start = (args, extra = {}) => spawn(node24, args, { cwd: root, stdio: 'inherit', env: { ...env, ...extra } })

const startService = () =>
  start(serviceArguments, {
    HOST: '127.0.0.1',
    PORT: `${servicePort}`,
    MAILBOX_PORT: `${mailboxPort}`,
    PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
  })
const site = start(['node_modules/astro/bin/astro.mjs', 'dev', '--host', '127.0.0.1', '--port', `${port}`])
let service = startService()
console.log(`\n  Site with hot reload:  http://127.0.0.1:${port}/`)
console.log(`  Every interface part:  http://127.0.0.1:${port}/gallery/`)
console.log(`  Letters with codes:    http://127.0.0.1:${mailboxPort}/\n`)

let isTold = false
const end = () => {
  isTold = true
  site.kill('SIGTERM')
  service.kill('SIGTERM')
}
site.on('exit', (code) => {
  // It ends by itself where it can't start.
  if (!isTold) process.exitCode = code || 1
  for (const watcher of watched.values()) watcher.close()
  end()
})

let isChanged = false
async function restart() {
  if (isTold || isChanged) return
  isChanged = true
  const ended = service.exitCode === null && service.signalCode === null && once(service, 'exit')
  service.kill('SIGTERM')
  await ended
  isChanged = false
  if (!isTold) service = startService()
}
/**
 * Every folder by itself: what Node watches by --watch or recursively loses sight of a file that is replaced, as many
 * editors save it.
 */
const watched = new Map()
function watchFolder(folder) {
  if (watched.has(folder)) return
  watched.set(
    folder,
    watch(folder, () => {
      watchAll()
      void restart()
    }).on('error', () => watched.delete(folder)),
  )
}
function watchAll() {
  for (const top of ['service', 'src/lib', 'public/locales'].map((place) => path.join(root, place))) {
    watchFolder(top)
    for (const entry of readdirSync(top, { recursive: true, withFileTypes: true }))
      if (entry.isDirectory()) watchFolder(path.join(entry.parentPath, entry.name))
  }
}
watchAll()

process.on('SIGTERM', end)
process.on('SIGINT', () => {
  isTold = true
})
onNpmGone(end)

// `npm run dev`: the site with hot reload, and the service, which restarts when its files change. `npm run dev -- --site`: the
// site alone, without database and network, for those who edit texts.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, watch } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { onNpmExit } from './lib/npm.mjs'
import { checkSiteSettings } from './lib/settings.mjs'
import { ensureInstalled, fail, node24, projectEnv, root, serviceArguments } from './lib/setup.mjs'

const options = process.argv.slice(2)
const unknown = options.find((option) => option !== '--site')
if (unknown) fail(`There is no option ${unknown}. Options: --site, the site without the service.`)
const isAlone = options.length > 0
ensureInstalled()
checkSiteSettings(process.env)
const portText = process.env.PORT?.trim() || '8080'
const port = Number(portText)
const [servicePort, mailboxPort] = [port + 10, port + 11]
if (!(/^\d+$/.test(portText) && port > 0 && mailboxPort < 65_536)) fail('PORT: a whole number from 1 to 65524.')
for (const candidate of isAlone ? [port] : [port, servicePort, mailboxPort]) {
  const probe = createServer().listen(candidate, '127.0.0.1')
  await once(probe, 'listening').catch(({ message }) =>
    fail(
      `PORT: ${message}. Stop what listens there, or set another PORT${isAlone ? '' : '; ten and eleven above it are taken too'}.`,
    ),
  )
  probe.close()
}

const address = isAlone ? {} : { DEV_SERVICE: `http://127.0.0.1:${servicePort}` }
const env = projectEnv({ ...address, NODE_ENV: 'development' })
const serviceEnv = {
  HOST: '127.0.0.1',
  PORT: `${servicePort}`,
  MAILBOX_PORT: `${mailboxPort}`,
  PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
}

let isReported = false
/** A signal arrived, or one of the two ended, without which the other is useless. */
function end(code) {
  if (code !== undefined) process.exitCode = code || 1
  isReported = true
  for (const watcher of watched.values()) watcher.close()
  for (const part of [site, service]) part?.child.kill('SIGTERM')
}

/** A program that `restart` starts again; `onEnd` is called when it ends by itself. */
function startProgram(args, extra, onEnd) {
  const part = { child: undefined, isUp: false }
  let isEnding = false
  function begin() {
    part.child = spawn(node24, args, { cwd: root, env: { ...env, ...extra }, stdio: [0, 1, 2, 'ipc'] })
    part.child.on('message', () => {
      part.isUp = true
    })
    part.child.on('exit', (code) => !isEnding && !isReported && onEnd(code))
  }
  part.isOver = () => part.child.exitCode !== null || part.child.signalCode !== null
  part.restart = async () => {
    if (isReported || isEnding) return
    isEnding = true
    const { child } = part
    const ended = part.isOver() || once(child, 'exit')
    child.kill('SIGTERM')
    await ended
    isEnding = false
    part.isUp = true
    if (!isReported) begin()
  }
  begin()
  return part
}

// Astro's own lock outlives a process that was killed, and takes any later one of the same number for it.
const astro = ['node_modules/astro/bin/astro.mjs', 'dev', '--ignore-lock', '--host', '127.0.0.1', '--port', `${port}`]
// An error in changed code is fixed by another change, which restarts it; a failed first start ends everything.
const site = startProgram(astro, {}, (code) => !site.isUp && end(code))
const service = isAlone ? undefined : startProgram(serviceArguments, serviceEnv, (code) => !service.isUp && end(code))
console.log(`\n  Site with hot reload:  http://127.0.0.1:${port}/`)
console.log(`  Every interface part:  http://127.0.0.1:${port}/gallery/`)
if (isAlone) console.log('  Without the service:   nobody can sign in, and calls are not answered.\n')
else {
  console.log(`  Test host of web view: http://127.0.0.1:${port}/test-host/`)
  console.log(`  Letters with codes:    http://127.0.0.1:${mailboxPort}/\n`)
}

const folders = ['service', 'src/lib', 'src/content', 'public/locales']
const ofService = /^(?:service|src\/lib|src\/content\/(?:legal|rates)|public\/locales)/
/** Astro reads the catalogues once, and keeps the texts with the figures that it has put into them. */
const ofSite =
  /^(?:public\/locales|src\/(?:lib\/rules\/|lib\/text\/figures|content\/(?:texts|markdown\/|prose|picture)))/
/**
 * Every folder by itself: what Node watches by --watch or recursively loses sight of a file that is replaced, as many
 * editors save it.
 */
const watched = new Map()
function watchFolder(folder) {
  if (watched.has(folder)) return
  const watcher = watch(path.join(root, folder), (_, name) => {
    watchAll()
    const changed = `${folder}/${name}`
    if (ofService.test(changed)) void service?.restart()
    if (ofSite.test(changed) || site.isOver()) void site.restart()
  })
  watched.set(
    folder,
    watcher.on('error', () => watched.delete(folder)),
  )
}
function watchAll() {
  for (const top of folders) {
    watchFolder(top)
    for (const entry of readdirSync(path.join(root, top), { recursive: true, withFileTypes: true }))
      if (entry.isDirectory())
        watchFolder(path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
  }
}
watchAll()

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end())
onNpmExit(() => end())

// `npm run dev`: the site with hot reload, and the service, which restarts when its files change.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { onNpmGone } from './lib/npm.mjs'
import { ensureInstalled, fail, node24, projectEnv, root, serviceArguments } from './lib/setup.mjs'

ensureInstalled()
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

const children = [
  start(['--watch', '--watch-preserve-output', ...serviceArguments], {
    HOST: '127.0.0.1',
    PORT: `${servicePort}`,
    MAILBOX_PORT: `${mailboxPort}`,
    PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
  }),
  start(['node_modules/astro/bin/astro.mjs', 'dev', '--host', '127.0.0.1', '--port', `${port}`]),
]
console.log(`\n  Site with hot reload:  http://127.0.0.1:${port}/`)
console.log(`  Every interface part:  http://127.0.0.1:${port}/gallery/`)
console.log(`  Letters with codes:    http://127.0.0.1:${mailboxPort}/\n`)

let isTold = false
const end = () => {
  isTold = true
  for (const child of children) child.kill('SIGTERM')
}
for (const child of children)
  child.on('exit', (code) => {
    // One that ends by itself takes the other with it.
    if (!isTold) process.exitCode = code || 1
    end()
  })
process.on('SIGTERM', end)
process.on('SIGINT', () => {
  isTold = true
})
onNpmGone(end)

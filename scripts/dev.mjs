// `npm run dev`: the site with hot reload, and the service, which restarts when its files change.
import { spawn } from 'node:child_process'
import { onNpmGone } from './lib/npm.mjs'
import { ensureInstalled, node24, projectEnv, root, serviceArguments } from './lib/setup.mjs'

ensureInstalled()
const port = process.env.PORT ?? '8080'
const servicePort = String(Number(port) + 10)
const env = projectEnv({ DEV_SERVICE: `http://127.0.0.1:${servicePort}`, NODE_ENV: 'development' })
const start = (args, extra = {}) => spawn(node24, args, { cwd: root, stdio: 'inherit', env: { ...env, ...extra } })

const children = [
  start(['--watch', '--watch-preserve-output', ...serviceArguments], {
    PORT: servicePort,
    PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
  }),
  start(['node_modules/astro/bin/astro.mjs', 'dev', '--host', '127.0.0.1', '--port', port]),
]
console.log(`\n  Site with hot reload:  http://127.0.0.1:${port}/`)
console.log(`  Every interface part:  http://127.0.0.1:${port}/gallery/`)
console.log(`  Letters with codes:    http://127.0.0.1:${Number(servicePort) + 1}/\n`)

const end = () => {
  for (const child of children) child.kill('SIGTERM')
}
for (const child of children) child.on('exit', end)
process.on('SIGTERM', end)
process.on('SIGINT', () => {})
onNpmGone(end)

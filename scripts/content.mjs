// Commands for those who edit the texts: npm run content -- check | status | keep (docs/guides/edit-content.md).
import { spawnSync } from 'node:child_process'
import { ensureInstalled, fail, node24, root } from './lib/setup.mjs'

const acts = { check: 'check-content.mjs', status: 'content/status.mjs', keep: 'content/keep.mjs' }

const [act = '', ...args] = process.argv.slice(2)
if (!Object.hasOwn(acts, act) || (act !== 'keep' && args.length > 0))
  fail(`Say what is to be done with the texts: npm run content -- ${Object.keys(acts).join(' | ')}`)
ensureInstalled()
const { status } = spawnSync(node24, [`scripts/${acts[act]}`, ...args], { cwd: root, stdio: 'inherit' })
process.exit(status ?? 1)

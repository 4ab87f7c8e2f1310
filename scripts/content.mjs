// `npm run content -- check`: every mistake in the texts of src/content, with its file, its line and its remedy.

import { spawnSync } from 'node:child_process'
import { ensureInstalled, fail, node24, root } from './lib/setup.mjs'

const [act, ...more] = process.argv.slice(2)
if (act !== 'check' || more.length > 0) fail('Say what is to be done with the texts: npm run content -- check')
ensureInstalled()
const { status } = spawnSync(node24, ['scripts/check-content.mjs'], { cwd: root, stdio: 'inherit' })
process.exit(status ?? 1)

// `npm test`: every check in order, or those that are named: `npm test -- unit service`. The run is a process below this one,
// which ends it when this one ends (lib/test/space.mjs).
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from './lib/setup.mjs'
import { runInSpace } from './lib/test/space.mjs'

ensureInstalled()
const program = fileURLToPath(new URL('lib/test/run.mjs', import.meta.url))
process.exit(await runInSpace([program, ...process.argv.slice(2)]))

#!/usr/bin/env node
// Starts the miner with the project's own Node.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { onNpmExit } from '../../../scripts/lib/npm.mjs'
import { ensureNode24, node24 } from '../../../scripts/lib/setup.mjs'
import { createUsage, MINER_VERSION } from './usage.mjs'

const args = process.argv.slice(2)
// These install nothing.
for (const [option, text] of [
  ['--help', createUsage()],
  ['--version', MINER_VERSION],
])
  if (args.includes(option)) {
    console.log(text)
    process.exit()
  }
ensureNode24()
const main = fileURLToPath(new URL('./main.ts', import.meta.url))
const child = spawn(node24, [main, ...args], { stdio: 'inherit' })
// The terminal signals both processes, and the miner decides what a signal means. Signals to this process alone are passed on,
// except the one that toggles the pause. A repeated end signal has no further effect.
const isWindows = process.platform === 'win32'
const handedOn = isWindows ? [] : ['SIGINT', 'SIGTERM', 'SIGHUP']
for (const signal of handedOn) process.on(signal, () => child.kill(signal))
for (const signal of isWindows ? ['SIGINT'] : ['SIGTSTP']) process.on(signal, () => {})
onNpmExit(() => child.kill('SIGTERM'))
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))

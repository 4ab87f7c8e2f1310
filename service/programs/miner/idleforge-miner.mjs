#!/usr/bin/env node
// Starts the miner with the Node that the project brings, whatever Node the system has.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { onNpmGone } from '../../../scripts/lib/npm.mjs'
import { ensureNode24, node24 } from '../../../scripts/lib/setup.mjs'

ensureNode24()
const main = fileURLToPath(new URL('./start.ts', import.meta.url))
const child = spawn(node24, [main, ...process.argv.slice(2)], { stdio: 'inherit' })
// The terminal sends its signals to both of us, and the miner decides what they mean; what others send to us alone goes on
// to it, except the one that pauses and goes on by turns. An end that is asked for twice is one.
const isWindows = process.platform === 'win32'
const handedOn = isWindows ? [] : ['SIGINT', 'SIGTERM', 'SIGHUP']
for (const signal of handedOn) process.on(signal, () => child.kill(signal))
for (const signal of isWindows ? ['SIGINT'] : ['SIGTSTP']) process.on(signal, () => {})
onNpmGone(() => child.kill('SIGTERM'))
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))

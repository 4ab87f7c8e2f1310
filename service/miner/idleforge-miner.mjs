#!/usr/bin/env node
// Starts the miner with the Node that the project brings, whatever Node the system has.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ensureNode24, node24 } from '../../scripts/lib/setup.mjs'

ensureNode24()
const main = fileURLToPath(new URL('./start.ts', import.meta.url))
const child = spawn(node24, [main, ...process.argv.slice(2)], { stdio: 'inherit' })
// The terminal sends its signals to both of us: the miner decides what they mean.
const signals = process.platform === 'win32' ? ['SIGINT'] : ['SIGINT', 'SIGTSTP', 'SIGTERM', 'SIGHUP']
for (const signal of signals) process.on(signal, () => signal === 'SIGTERM' && child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))

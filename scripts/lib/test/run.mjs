// The run of `npm test` inside its space (space.mjs): the requested parts in order, then the time of each, what was flaky, and
// the counts of all.
import { mkdirSync } from 'node:fs'
import { constants } from 'node:os'
import path from 'node:path'
import { findStaleBuild } from '../build-age.mjs'
import { root } from '../setup.mjs'
import { describeMachine, measureSlowness, processorSeconds } from './machine.mjs'
import { createRunner } from './part.mjs'
import { groups, MAX_MINUTES, parts } from './parts.mjs'
import { formatFlaky, formatSlowest } from './reports.mjs'

/** More flaky tests than this fail the run. */
const MAX_FLAKY = 3
const HEARTBEAT_MS = 60_000

const requested = process.argv.slice(2)
const unknown = requested.filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.error(`There is no part named ${unknown.join(', ')}. Parts: ${Object.keys(parts).join(', ')}.`)
  process.exit(2)
}
if (requested.some((name) => parts[name].needs) && !requested.includes('build')) {
  const newer = findStaleBuild(root)
  if (newer) console.warn(`dist is older than ${newer}: \`npm test -- build ${requested.join(' ')}\` builds it first.`)
}

const started = performance.now()
const folder = process.env.TEST_RUN
mkdirSync(path.join(folder, 'reports'))
process.env.TMPDIR = path.join(folder, 'disk')
const slowness = measureSlowness()
console.log(`This machine: ${slowness.toFixed(1)}x the time of the reference, ${describeMachine(folder)}`)
// Beyond twice the time a machine is too slow for these tests, and the run says so at a limit.
const runner = createRunner({ folder, slowness: Math.min(slowness, 2) })

let stopped
const stop = (signal) => {
  stopped ??= runner.stop().then(() => process.exit(128 + constants.signals[signal]))
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
process.on('message', ({ stop: signal }) => stop(signal))
process.on('disconnect', () => stop('SIGTERM'))
process.channel?.unref()

/** A run that hangs shows each minute where. */
setInterval(() => {
  const minutes = ((performance.now() - started) / 60_000).toFixed(1)
  console.log(`-- ${minutes} min: ${[...runner.states(), describeMachine(folder)].join('; ')}`)
}, HEARTBEAT_MS).unref()
const whole = setTimeout(() => runner.endAll(MAX_MINUTES), MAX_MINUTES * 60_000)

for (const group of groups) {
  const names = group.filter((name) => requested.length === 0 || requested.includes(name))
  await Promise.all(names.map((name) => runner.run(name, names.length === 1)))
}
clearTimeout(whole)
// A run that was stopped has no result to print.
await stopped

const { total, found, flaky, failures, skipped, times } = runner
const inAll = `${((performance.now() - started) / 1000).toFixed(1).padStart(7)} s  in all`
const used = processorSeconds()
const section = (title, lines) => lines.length > 0 && console.log(`\n${title}\n${lines.join('\n')}`)
section('Time by part:', [...times, used === undefined ? inAll : `${inAll}, ${used.toFixed(0)} s of processor time`])
section('The slowest files:', formatSlowest(found))
section(`flaky: ${flaky.length} passed only when tried again. Find the cause of each:`, formatFlaky(flaky))
if (flaky.length > MAX_FLAKY) {
  total.failed += 1
  console.log(`More than ${MAX_FLAKY} flaky tests fail the run.`)
}
section('failed:', failures)
section('skipped:', skipped)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 ? 1 : 0)

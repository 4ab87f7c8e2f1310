// `npm test`: every check in order, or those that are named: `npm test -- unit service`.
// Each part ends with its own count; the last line adds them up.
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { constants } from 'node:os'
import { findStaleBuild } from './lib/build-age.mjs'
import { onNpmExit } from './lib/npm.mjs'
import { ensureOpenSsh } from './lib/openssh.mjs'
import { linuxPackBlocker } from './lib/pack-tools.mjs'
import { ensurePgBouncer } from './lib/pgbouncer.mjs'
import { podmanBlocker } from './lib/podman.mjs'
import { pythonBlocker } from './lib/python.mjs'
import { ensureInstalled, node24, projectEnv, root } from './lib/setup.mjs'

ensureInstalled()
const { findChromium } = await import('./lib/chromium.mjs')
const { findFlaky, formatFlaky, formatSlowest, openReports, readReports } = await import('./lib/test-reports.mjs')

const reports = openReports()
process.on('exit', () => rmSync(reports, { recursive: true, force: true }))

const bin = (name) => `node_modules/${name}`
/** A part of one command. */
const only = (...command) => [[command]]
const vitest = (project) =>
  only(
    ...[bin('vitest/vitest.mjs'), 'run', '--project', project, '--reporter=dot', '--reporter=json'],
    `--outputFile.json=${reports}/${project}.json`,
  )
/** One retry, so that one slow moment does not hide the result of all other tests. Each use of it is printed as a defect to fix. */
const playwright = (project) =>
  only(
    ...[bin('@playwright/test/cli.js'), 'test', `--project=${project}`, '--reporter=line,json'],
    ...['--retries=1', `--output=test-results/${project}`],
  )

/** More journeys than this that needed their retry fail the run. */
const MAX_FLAKY = 3

/** Steps of each part, one after the other; the commands of a step run at once, as do those of `groups`. */
const parts = {
  lint: only(bin('@biomejs/biome/bin/biome'), 'ci', '--error-on-warnings', '.'),
  types: [
    [[bin('astro/bin/astro.mjs'), 'sync']],
    [
      [bin('typescript/bin/tsc'), '--noEmit'],
      // `tsc` checks all files but the pages.
      [
        bin('astro/bin/astro.mjs'),
        'check',
        '--minimumFailingSeverity=warning',
        '--noSync',
        '--tsconfig=tsconfig.astro.json',
      ],
      ['scripts/check-values.mjs'],
    ],
  ],
  imports: [
    [
      ['scripts/check-imports.mjs'],
      ['scripts/check-areas.mjs'],
      ['scripts/check-tables.mjs'],
      ['scripts/check-networks.mjs'],
      ['scripts/check-dates.mjs'],
      ['scripts/check-browsers.mjs'],
      ['scripts/settings.mjs', '--check'],
      ['scripts/check-specification.mjs'],
      ['scripts/check-citations.mjs'],
      ['scripts/check-words.mjs'],
    ],
  ],
  locales: only('scripts/check-locales.mjs'),
  content: only('scripts/check-content.mjs'),
  unused: only(bin('knip/bin/knip.js')),
  unit: vitest('unit'),
  service: vitest('service'),
  verifier: vitest('verifier'),
  pack: vitest('pack'),
  build: only('scripts/build.mjs'),
  site: vitest('site'),
  containers: vitest('containers'),
  e2e: playwright('e2e'),
}

/** Parts that run at once, since none keeps all cores busy; their output is printed as each ends. */
const groups = [
  ['lint', 'types', 'imports', 'locales', 'content', 'unused'],
  ['unit', 'build', 'pack'],
  ['service', 'site', 'containers', 'verifier'],
  ['e2e'],
]

/** Parts that not every machine can run, each with a function that says why not. */
const blockers = { pack: linuxPackBlocker, containers: podmanBlocker, verifier: pythonBlocker }
const skipped = []

const requested = process.argv.slice(2)
const unknown = requested.filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.error(`There is no part named ${unknown.join(', ')}. Parts: ${Object.keys(parts).join(', ')}.`)
  process.exit(2)
}

if (requested.some((name) => name === 'site' || name === 'e2e') && !requested.includes('build')) {
  const newer = findStaleBuild(root)
  if (newer) console.warn(`dist is older than ${newer}: \`npm test -- build ${requested.join(' ')}\` builds it first.`)
}

const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')

/** Counts of the test runners, by their last lines; a command without such a line counts as one check. */
function countsIn(output, failed) {
  const plain = output.replace(colours, '')
  const vitestLine = /^\s*Tests\s+(.*)$/m.exec(plain)?.[1]
  const number = (pattern, text) => Number(pattern.exec(text)?.[1] ?? 0)
  const text =
    vitestLine ??
    plain
      .split('\n')
      .filter((line) => /^\s*\d+ (passed|failed|flaky)\b/.test(line))
      .join('\n')
  const passed = number(/(\d+) passed/, text) + number(/(\d+) flaky/, text)
  const counts = { passed, failed: number(/(\d+) failed/, text) }
  if (counts.passed + counts.failed === 0) return failed ? { passed: 0, failed: 1 } : { passed: 1, failed: 0 }
  return failed && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

const running = new Set()
let stoppedBy = 0

/** Ends with the parts that run, which get the signal unless a terminal has sent it to them already. */
function stop(signal) {
  stoppedBy = 128 + constants.signals[signal]
  if (signal !== 'SIGINT') for (const child of running) child.kill(signal)
}
process.on('SIGINT', () => stop('SIGINT'))
process.on('SIGTERM', () => stop('SIGTERM'))
onNpmExit(() => stop('SIGTERM'))

/** Runs a command; `write` takes what it prints. */
function execute(args, { env, write }) {
  return new Promise((resolve) => {
    const child = spawn(node24, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    running.add(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk
        write(chunk)
      })
    child.on('close', (code) => {
      running.delete(child)
      resolve(countsIn(output, code !== 0))
    })
  })
}

const env = projectEnv({ CI: process.env.CI ?? '', NODE_ENV: 'test', NO_COLOR: '1' })
const total = { passed: 0, failed: 0 }
const durations = []

async function runPart(name, write) {
  const started = performance.now()
  write(`\n== ${name}\n`)
  const blocker = blockers[name]?.()
  if (blocker) {
    skipped.push(`${name} skipped: ${blocker}`)
    return write(`${name} is left out: ${blocker}\n`)
  }
  if (name === 'e2e') {
    env.CHROMIUM_PATH = findChromium()
    env.PLAYWRIGHT_JSON_OUTPUT_FILE = `${reports}/${name}.json`
  }
  if (name === 'service') {
    ensureOpenSsh()
    ensurePgBouncer()
  }
  for (const commands of parts[name]) {
    const counts = await Promise.all(commands.map((command) => execute(command, { env, write })))
    if (stoppedBy) process.exit(stoppedBy)
    for (const { passed, failed } of counts) {
      total.passed += passed
      total.failed += failed
    }
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  durations.push(`${seconds.padStart(7)} s  ${name}`)
  write(`-- ${name}: ${seconds} s\n`)
}

/** The output of each of several parts in one piece. */
async function runPieces(name) {
  const pieces = []
  await runPart(name, (chunk) => pieces.push(chunk))
  process.stdout.write(pieces.join(''))
}

const started = performance.now()
for (const group of groups) {
  const names = group.filter((name) => requested.length === 0 || requested.includes(name))
  if (names.length === 1) await runPart(names[0], (chunk) => process.stdout.write(chunk))
  else await Promise.all(names.map(runPieces))
}
durations.push(`${((performance.now() - started) / 1000).toFixed(1).padStart(7)} s  in all`)
const found = readReports(reports, Object.keys(parts))
const slowest = formatSlowest(found)
const flaky = findFlaky(found)
console.log(`\nTime by part:\n${durations.join('\n')}`)
if (slowest.length > 0) console.log(`\nThe slowest files:\n${slowest.join('\n')}`)
if (flaky.length > 0)
  console.log(
    `\nflaky: ${flaky.length} passed only when tried again. Find the cause of each:\n${formatFlaky(flaky).join('\n')}`,
  )
if (flaky.length > MAX_FLAKY) {
  total.failed += 1
  console.log(`More than ${MAX_FLAKY} flaky tests fail the run.`)
}
if (skipped.length > 0) console.log(`\n${skipped.join('\n')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 ? 1 : 0)

// Set-up of every command: dependencies, and Node 24. Runs on Node 20 and newer and imports nothing that has to be
// installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const stamp = path.join(root, 'node_modules', '.installed-from')
const windows = process.platform === 'win32'

export const node24 = path.join(root, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node')

/**
 * How node runs the service. Left to itself Node 24 keeps 128 MB for young objects and lets the garbage behind sealed
 * calls grow beside them: 355 MB resident after two minutes of 60 calls a second, 200 to 240 with this, for a twentieth more
 * processor time (tests/bench/memory.ts, calls.ts).
 */
export const serviceArguments = ['--max-semi-space-size=8', 'service/main.ts']

export const hashOf = (...texts) => createHash('sha256').update(texts.join('\0')).digest('hex')

const lockHash = () =>
  hashOf(...['package.json', 'package-lock.json'].map((file) => readFileSync(path.join(root, file), 'utf8')))

const isInstalled = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash() && existsSync(node24)

/** Options of npm for a download over a poor line: more tries than its two, and an end of a connection that has gone silent. */
export const npmDownload = ['--fetch-retries=5', '--fetch-timeout=120000']
/** Ends an npm that hangs in spite of them. */
export const NPM_LIMIT_MS = 1_800_000

/** Installs exactly what the lock file names, when anything of it changed since the last time. Says so on standard error. */
export function ensureInstalled() {
  // Vite takes them for parts of an address.
  const unfit = /[#?%]/.exec(root)
  if (unfit) {
    fail(
      `The site can't be built in a folder whose path has ${unfit[0]} in it: ${root}\nMove the project, and try again.`,
    )
  }
  if (isInstalled()) return
  console.error('Installing dependencies (once, and after a change of package-lock.json)...')
  // Not `npm ci`: it refuses the lock file if a registry lacks the binaries of another platform.
  const args = ['install', '--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error', ...npmDownload]
  run(windows ? 'npm.cmd' : 'npm', args, { shell: windows, stdio: ['inherit', 2, 2], timeout: NPM_LIMIT_MS })
  // If install scripts are disabled, the one that fetches Node 24 from its package is run here.
  if (!existsSync(node24)) {
    run(process.execPath, ['installArchSpecificPackage.js'], { cwd: path.join(root, 'node_modules', 'node') })
  }
  if (!existsSync(node24)) fail('Node 24 could not be installed from its npm package. See the output above.')
  writeFileSync(stamp, lockHash())
}

/** The same for commands that a service's user runs too, who may not write here: only where nothing is installed yet. */
export function ensureNode24() {
  if (!existsSync(node24)) ensureInstalled()
}

/** Environment in which `node` and all tools are those of this project. */
export function projectEnv(extra = {}) {
  const bins = [path.dirname(node24), path.join(root, 'node_modules', '.bin')]
  return {
    ...process.env,
    ASTRO_TELEMETRY_DISABLED: '1',
    // Node's compile cache: makes a start of the service a third cheaper.
    NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'compiled'),
    ...extra,
    PATH: [...bins, process.env.PATH].join(path.delimiter),
  }
}

/** Runs a command to its end; ends this process with a sentence when it fails. */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options })
  if (error) fail(`${command} could not be run: ${error.message}`)
  if (status !== 0) fail(`${command} ${args.join(' ')} failed.`)
}

export function fail(sentence) {
  console.error(`\n${sentence}`)
  process.exit(1)
}

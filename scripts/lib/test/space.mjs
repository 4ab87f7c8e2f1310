// A space of its own for a run of tests: its temporary files are in one folder, in memory where there is room, and on Linux as
// root its processes are in one PID namespace. The kernel ends all of them with the run, even when the run is killed.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import path from 'node:path'
import { onNpmExit } from '../npm.mjs'
import { node24, projectEnv, root } from '../setup.mjs'
import { endProcesses } from './processes.mjs'

const PREFIX = 'tests-'
/** Time for a run to end by itself after a signal. */
const END_MS = 9_000
/** Less free memory than this is left to the programs. */
const MIN_FREE_KB = 8 << 20

/**
 * The first process of the namespace: mounts the folder in memory (without it the folder is on the disk), and collects the
 * processes whose parents have ended. The run gets signals by its channel, so they must not end this shell first.
 */
const INIT = `
trap : HUP INT TERM
[ "$2" = 0 ] || mount -t tmpfs -o "mode=1777,size=$2k" tmpfs "$1"
shift 2
"$@" &
while :; do
  wait $!
  code=$?
  kill -0 $! 2>/dev/null || exit $code
done
`

/** The parent's end ends unshare(1) by the kernel, and unshare's end ends the namespace. */
const NAMESPACE = ['setpriv', '--pdeathsig=KILL', 'unshare', '--pid', '--fork', '--kill-child=KILL', '--mount-proc']

function hasNamespaces() {
  if (process.platform !== 'linux' || process.getuid() !== 0) return false
  const [program, ...args] = NAMESPACE
  return spawnSync(program, [...args, 'true'], { stdio: 'ignore' }).status === 0
}

/** Half of the free memory in KiB: the limit of a run's files in memory; 0 where there is too little. */
function memoryForFiles() {
  const free = Number(/MemAvailable:\s+(\d+)/.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1] ?? 0)
  return free < MIN_FREE_KB ? 0 : Math.floor(free / 2)
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Removes the folders of runs that were killed, which have the id of their process in their name. */
function removeAbandoned() {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN
    if (Number.isInteger(pid) && !isAlive(pid)) rmSync(path.join(tmpdir(), name), { recursive: true, force: true })
  }
}

/** A folder for a run, with one for files on the disk and one for files in memory. Other accounts may write to both. */
function makeFolder() {
  // Short: Podman takes no path of more than 50 characters for what runs.
  const folder = mkdtempSync(path.join(tmpdir(), `${PREFIX}${process.pid}-`))
  chmodSync(folder, 0o755)
  for (const name of ['disk', 'memory']) {
    mkdirSync(path.join(folder, name))
    chmodSync(path.join(folder, name), 0o1777)
  }
  return folder
}

/** Runs a program of Node in a space of its own and returns its exit code; nothing of it runs afterwards. */
export async function runInSpace(args) {
  // A run inside another has another's process ids.
  if (!process.env.TEST_RUN) removeAbandoned()
  const folder = makeFolder()
  const isSpaced = hasNamespaces()
  const memory = path.join(folder, 'memory')
  const init = ['sh', '-c', INIT, 'sh', memory, String(isSpaced ? memoryForFiles() : 0)]
  const [program, ...rest] = [...(isSpaced ? [...NAMESPACE, ...init] : []), node24, ...args]
  const child = spawn(program, rest, {
    cwd: root,
    env: projectEnv({ TEST_RUN: folder }),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const stop = (signal) => {
    if (child.connected) child.send({ stop: signal })
    setTimeout(() => child.kill('SIGKILL'), END_MS).unref()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal))
  onNpmExit(() => stop('SIGTERM'))
  const code = await new Promise((resolve) => {
    child.once('error', ({ message }) => {
      console.error(`The run could not be started: ${message}`)
      resolve(1)
    })
    child.once('exit', (status, signal) => resolve(status ?? 128 + constants.signals[signal]))
  })
  await endProcesses(folder)
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  return code
}

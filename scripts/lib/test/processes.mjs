// The processes of a part of `npm test`: found by a mark in their environment, which whatever they start inherits, and ended.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** The variable of the mark: the folder of the run, then the name of the part. */
export const MARK = 'TEST_PART'
/** Time between the request to end and the kill. */
const TERM_MS = 5_000

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // It has ended, or is another user's.
    return ''
  }
}

/** Living processes that carry a mark, and those below them; none where there is no /proc. */
export function findProcesses(mark) {
  let ids = []
  try {
    ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    return []
  }
  const parents = new Map()
  const found = new Set()
  for (const id of ids) {
    const [, state, parent] = /^.*\) (\S) (\d+)/s.exec(read(`/proc/${id}/stat`)) ?? []
    if (state === undefined || state === 'Z' || state === 'X' || Number(id) === process.pid) continue
    parents.set(Number(id), Number(parent))
    const isMarked = read(`/proc/${id}/environ`)
      .split('\0')
      .some((entry) => entry === `${MARK}=${mark}` || entry.startsWith(`${MARK}=${mark}/`))
    if (isMarked) found.add(Number(id))
  }
  // Those that were started with an environment of their own.
  for (let before = -1; before !== found.size; ) {
    before = found.size
    for (const [id, parent] of parents) if (found.has(parent)) found.add(id)
  }
  return [...found]
}

/** A line each, those that have used the most processor time first. */
export function describeProcesses(ids) {
  if (ids.length === 0) return []
  const { stdout } = spawnSync(
    'ps',
    ['-o', 'pid,ppid,stat,etimes,time,rss,args', '--sort=-time', '-ww', '-p', ids.join()],
    { encoding: 'utf8' },
  )
  return (stdout ?? '')
    .trim()
    .split('\n')
    .map((line) => line.slice(0, 200))
}

function signal(ids, name) {
  for (const id of ids)
    try {
      process.kill(id, name)
    } catch {
      // It has ended.
    }
}

/**
 * Ends all processes with a mark, and the process group of `child` where one is given: those that have not ended `termMs` after
 * the request are killed.
 */
export async function endProcesses(mark, child, termMs = TERM_MS) {
  // A group is known by the id of its first process, also after the end of that one.
  const group = child?.pid === undefined || process.platform === 'win32' ? [] : [-child.pid]
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null
  const alone = process.platform === 'win32' && isRunning() ? [child.pid] : []
  signal([...findProcesses(mark), ...group, ...alone], 'SIGTERM')
  const until = performance.now() + termMs
  while ((findProcesses(mark).length > 0 || isRunning()) && performance.now() < until) await sleep(100)
  signal([...findProcesses(mark), ...group, ...alone], 'SIGKILL')
}

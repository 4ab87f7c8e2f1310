import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** Rows and columns of a terminal. */
export interface TerminalSize {
  readonly rows: number
  readonly columns: number
}

/** Major number of the Unix98 pseudo terminals, `/dev/pts/N` (Documentation/admin-guide/devices.txt of Linux). */
const PTS_MAJOR = 136
/** A terminal that does not exist yet is looked for this often: its programs have just been started. */
const MAX_TRIES = 40
const TRY_MS = 50

interface ProcessStat {
  pid: number
  parent: number
  group: number
  terminal: number
}

/** Reads `/proc/PID/stat`; undefined where the process is gone. The name in brackets may itself contain brackets and spaces. */
function readStat(pid: number): ProcessStat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [, parent, group, , terminal] = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { pid, parent: Number(parent), group: Number(group), terminal: Number(terminal) }
  } catch {
    return undefined
  }
}

/** Processes that descend from a process, nearest first. */
export function descendantsOf(pid: number): number[] {
  return walk(pid).map((one) => one.pid)
}

function walk(root: number): ProcessStat[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(Number(name)) ?? [])
  const found: ProcessStat[] = []
  for (let level = [root]; level.length > 0; ) {
    const next = all.filter(({ pid, parent }) => level.includes(parent) && !found.some((one) => one.pid === pid))
    found.push(...next)
    level = next.map(({ pid }) => pid)
  }
  return found
}

/** The pseudo terminal that script(1) has created below a process; undefined where there is none (yet). */
export function terminalBelow(pid: number): string | undefined {
  for (const { terminal } of walk(pid)) {
    const major = (terminal >> 8) & 0xfff
    if (major === PTS_MAJOR) return `/dev/pts/${(terminal & 0xff) | ((terminal >>> 20) << 8)}`
  }
  return undefined
}

/** The process group of the first program in the terminal below a process. */
export const groupInTerminal = (pid: number): number | undefined =>
  walk(pid).find(({ terminal }) => terminal !== 0)?.group

/** Descendants of a process in the process group that it leads. */
export const followersOf = (pid: number): number[] =>
  walk(pid)
    .filter(({ group }) => group === pid)
    .map((one) => one.pid)

/** Sets sizes one after the other and leaves out those that are out of date: a window that is dragged sends dozens a second. */
export function createResizer(setSize = resizeTerminal): (pid: number, size: TerminalSize) => Promise<void> {
  let next: TerminalSize | undefined
  let isBusy = false
  return async (pid, size) => {
    next = size
    if (isBusy) return
    isBusy = true
    while (next) {
      const current: TerminalSize = next
      next = undefined
      await setSize(pid, current)
    }
    isBusy = false
  }
}

/**
 * Sets the size of the terminal below a process, which the kernel tells to the programs in it by SIGWINCH. Node can't set one
 * itself; stty(1) can for any terminal that the host may open.
 */
export async function resizeTerminal(pid: number, { rows, columns }: TerminalSize): Promise<void> {
  for (let tried = 0; tried < MAX_TRIES; tried += 1) {
    const terminal = terminalBelow(pid)
    if (terminal !== undefined) {
      const args = ['-F', terminal, 'rows', String(rows), 'cols', String(columns)]
      // The session may have ended meanwhile.
      return new Promise((resolve) => execFile('stty', args, () => resolve()))
    }
    if (!readStat(pid)) return
    await new Promise((resolve) => setTimeout(resolve, TRY_MS))
  }
}

import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** Figures of /proc (Linux), as proc(5) describes them. */

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** Fields of /proc/PID/stat from the third on: the second, a name in brackets, may hold anything. */
function stat(pid: number): number[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return text
      .slice(text.lastIndexOf(')') + 4)
      .split(' ')
      .map(Number)
  } catch {
    return undefined
  }
}

/** User and system time stand at 10 and 11 after the state and the parent, those of waited-for children behind them. */
const seconds = (ticks: readonly number[]): number => ticks.reduce((sum, one) => sum + one, 0) / ticksPerSecond

/** CPU seconds of a process so far, all its threads together. */
export const cpuSeconds = (pid: number): number => seconds(stat(pid)?.slice(10, 12) ?? [])

/** A process and its children. */
function family(pid: number): number[] {
  const everybody = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return everybody.map(Number).filter((one) => one === pid || stat(one)?.[0] === pid)
}

/** CPU seconds of a process and its children so far, also of those that have ended. */
export const familyCpuSeconds = (pid: number): number =>
  family(pid).reduce((sum, one) => sum + seconds(stat(one)?.slice(10, 14) ?? []), 0)

/**
 * Keeps a process, its children and all their threads on one core (taskset of util-linux). What is measured on two cores is
 * then measured on two, on a larger machine as well as under a kernel that packs everybody onto one as long as it can.
 */
export function keepOnCore(core: number, pid: number): void {
  for (const one of family(pid)) execFileSync('taskset', ['-acp', String(core), String(one)], { stdio: 'ignore' })
}

/** Resident memory in MB. */
export function residentMb(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

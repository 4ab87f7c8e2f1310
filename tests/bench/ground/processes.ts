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

/** User and system time are at 10 and 11 after state and parent, those of waited-for children follow. */
const seconds = (ticks: readonly number[]): number => ticks.reduce((sum, one) => sum + one, 0) / ticksPerSecond

/** CPU seconds of a process so far, all its threads together. */
export const cpuSeconds = (pid: number): number => seconds(stat(pid)?.slice(10, 12) ?? [])

/** CPU seconds of a process and its children so far, also of those that have ended. */
export function familyCpuSeconds(pid: number): number {
  const everybody = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return everybody.reduce((sum, name) => {
    const fields = stat(Number(name))
    const isFamily = fields && (Number(name) === pid || fields[0] === pid)
    return isFamily ? sum + seconds(fields.slice(10, 14)) : sum
  }, 0)
}

/** Resident memory in MB. */
export function residentMb(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from './cluster.ts'

export interface RunningServer {
  readonly pid: number
  readonly port: number
}

/**
 * The server that runs on this cluster, from its lock file. A lock file whose pid now belongs to another program (usual after a
 * container restarts) is removed: PostgreSQL would refuse to start on it.
 */
export function findRunning(cluster: string): RunningServer | undefined {
  const file = join(cluster, 'postmaster.pid')
  let lines: string[]
  try {
    lines = readFileSync(file, 'utf8').split('\n')
  } catch {
    return undefined
  }
  // Lines: process id, data folder, start time, port. The port is missing for a moment during the start.
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  if (!pid || !isAlive(pid)) return undefined
  const command = commandOf(pid)
  if (command === undefined || command.includes(cluster)) return { pid, port }
  rmSync(file, { force: true })
  return undefined
}

/** The command line of a process; undefined where the system does not say. */
function commandOf(pid: number): string | undefined {
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    } catch {
      return undefined
    }
  }
  const { status, stdout } = spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' })
  return status === 0 ? stdout : undefined
}

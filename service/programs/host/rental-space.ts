import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { MOUNT_TEMP } from './temp-folders.ts'
import { descendantsOf } from './terminal.ts'

const isRoot = (): boolean => process.getuid?.() === 0

/** The first process of a namespace: it starts nothing, collects ended processes, and heeds no signal from inside. */
const INIT = 'trap "" HUP INT TERM; echo ready; while :; do sleep 3600; done'

const own = (): string[] => (isRoot() ? ['--mount-proc', '--ipc', '--uts'] : ['--user', '--map-current-user'])
const joined = (): string[] =>
  isRoot() ? ['--pid', '--mount', '--ipc', '--uts'] : ['--user', '--preserve-credentials', '--pid']

/** Whether this system gives PID namespaces to the host's account, and to root mounts of its own in one. */
export function hasSpaces(): boolean {
  const mounts = 'mount --bind /tmp /tmp && mount -t tmpfs tmpfs /tmp'
  const inside = isRoot() ? ['/bin/sh', '-c', mounts] : ['true']
  return spawnSync('unshare', [...own(), '--pid', '--fork', ...inside], { stdio: 'ignore' }).status === 0
}

/**
 * A PID namespace in which all sessions of a rental run: jobs outlive the session that began them, and not the rental. As root
 * it has a mount namespace too; unshare(1) makes its mounts private, so none of them shows in the system.
 */
export interface RentalSpace {
  /** Words before a program that is to run inside. */
  readonly prefix: readonly string[]
  readonly isAlive: boolean
  end(): void
}

export interface SpaceOptions {
  /** Words that drop rights and set limits. */
  restrict: readonly string[]
  /** The rental's home. */
  cwd: string
  /** Folders from `makeTempFolders`, mounted over the system's before rights are dropped. */
  temp?: string | undefined
  /** Must hold the rental's mark, by which a later host finds it. */
  env: NodeJS.ProcessEnv
}

/** Creates a namespace; undefined where that fails. */
export async function openSpace({ restrict, cwd, temp, env }: SpaceOptions): Promise<RentalSpace | undefined> {
  const mounts = temp === undefined ? [] : ['/bin/sh', '-c', MOUNT_TEMP, 'sh', temp, cwd]
  const args = [...own(), '--pid', '--fork', '--kill-child=KILL', ...mounts, ...restrict, '/bin/sh', '-c', INIT]
  const holder = spawn('unshare', args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
  const ended = once(holder, 'close').catch(() => [])
  const isReady = await Promise.race([once(holder.stdout, 'data').then(() => true), ended.then(() => false)])
  const [init] = holder.pid === undefined ? [] : descendantsOf(holder.pid)
  if (!isReady || init === undefined) return undefined
  holder.unref()
  holder.stdout.destroy()
  return {
    prefix: ['nsenter', '--target', String(init), ...joined(), '--'],
    get isAlive() {
      return isRunning(holder)
    },
    end: () => void (isRunning(holder) && holder.pid !== undefined && process.kill(-holder.pid, 'SIGKILL')),
  }
}

const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null

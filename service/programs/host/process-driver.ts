import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { makeFolder } from '#service/platform/folders.ts'
import type { Driver, ExecRequest, Order } from './driver.ts'
import { freeRenterId, isRenterId, killAllOf, processesOf, removeLeftBy } from './renter-ids.ts'

const MARK = 'IDLEFORGE_RENTAL'
const SFTP = ['/usr/lib/openssh/sftp-server', '/usr/libexec/openssh/sftp-server', '/usr/libexec/sftp-server']
/** Maximum rounds of finding and killing remaining processes. */
const MAX_KILL_ROUNDS = 50
/** Prefix of the folders of rentals, where every account may pass: folders of root would be out of a renter's reach. */
const ROOT_PREFIX = '/var/tmp/idleforge-host-'

const isRoot = (): boolean => process.getuid?.() === 0
const isInstalled = (program: string): boolean => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0
const succeeds = (program: string, ...args: string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0

/** Logged at the start: everything that a container would isolate. */
export const NOT_ISOLATED =
  'Rentals are processes of this system. They share with it: the network with its loopback services, the kernel, processor, memory and disk space, and every file that all users may read'

/** The prefix for a PID namespace, in which everything that a session has started ends with it. Not every system offers one. */
function spaceOf(): string[] {
  const own = isRoot() ? ['--mount-proc', '--ipc', '--uts'] : ['--user', '--map-current-user']
  const space = ['unshare', ...own, '--pid', '--fork', '--kill-child=KILL']
  return succeeds(space[0] ?? '', ...space.slice(1), 'true') ? space : []
}

/** Programs that drop rights and set limits before the renter's program starts. */
function prefixesOf(): (uid: number) => string[] {
  const limits = isInstalled('prlimit') ? ['prlimit', '--nproc=512', '--nofile=4096', '--core=0', '--'] : []
  const space = spaceOf()
  if (!isRoot()) return () => [...space, ...limits]
  if (!isInstalled('setpriv')) throw new Error('as root, the process driver needs setpriv (package util-linux)')
  return (uid) => [
    ...[...space, ...limits, 'setpriv', `--reuid=${uid}`, `--regid=${uid}`],
    ...['--clear-groups', '--no-new-privs', '--bounding-set=-all', '--'],
  ]
}

/**
 * Creates the folder of the rentals. Anyone may make one under /var/tmp: a folder that another user owns or may write to is
 * refused.
 */
function ensureRoot(root: string): void {
  makeFolder(root, 0o700)
  const found = lstatSync(root)
  if (!found.isDirectory() || found.uid !== (process.getuid?.() ?? found.uid) || (found.mode & 0o022) !== 0)
    throw new Error(`${root} was not made by this user, or others may write to it. Look at it, and remove it`)
  if (isRoot()) chmodSync(root, 0o711)
}

/**
 * Rentals as processes of this system: a folder and, where the host is root, a uid of their own. Without root a renter would
 * have the host's own account, so only the owner's rentals are made. Everything in `NOT_ISOLATED` is shared: for development,
 * tests and the owner.
 */
export function createProcessDriver(dataDir: string): Driver {
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  const root = isRoot() ? ROOT_PREFIX + name : path.join(dataDir, 'rentals')
  ensureRoot(root)
  const prefixOf = prefixesOf()
  const running = new Map<string, Set<ChildProcess>>()
  const folderOf = (id: string) => {
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(id)) throw new Error('a rental has an invalid id')
    return path.join(root, id)
  }

  async function halt(id: string): Promise<void> {
    // A process that could not be started has no pid; 0 would be the group of this process.
    for (const { pid } of running.get(id) ?? []) if (pid !== undefined) kill(-pid)
    running.delete(id)
    const folder = folderOf(id)
    const uid = renterOf(folder)
    for (let round = 0; round < MAX_KILL_ROUNDS; round += 1) {
      if (uid !== undefined) killAllOf(uid)
      const remaining = [...markedBy(id, folder), ...(uid === undefined ? [] : processesOf(uid))]
      if (remaining.length === 0) return
      for (const pid of remaining) kill(pid)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    throw new Error(`processes of rental ${id} did not exit`)
  }

  return {
    name: 'process',
    async prepare({ id, isOwners }) {
      if (!isRoot() && !isOwners)
        throw new Error('not made: without root a renter would have your own account. Use Docker or Podman for others')
      const folder = folderOf(id)
      makeFolder(folder, 0o700)
      if (!isRoot() || renterOf(folder) !== undefined) return
      const uid = freeRenterId(createHash('sha256').update(id).digest().readUInt32BE(), ROOT_PREFIX)
      // Recursive, for folders of an older version.
      if (!succeeds('chown', '-R', '-h', `${uid}:${uid}`, folder))
        throw new Error(`${folder} cannot be given to its renter`)
    },
    run(order, request) {
      const command = commandOf(request)
      if (!command) return undefined
      const folder = folderOf(order.id)
      const uid = isRoot() ? renterOf(folder) : process.getuid?.()
      // Never run as root, whatever the owner of the folder.
      if (!uid) return undefined
      const child = start([...prefixOf(uid), ...command], { order, folder, request })
      const all = running.get(order.id) ?? new Set()
      running.set(order.id, all.add(child))
      child.once('close', () => all.delete(child))
      return child
    },
    halt,
    async wipe(id) {
      await halt(id)
      const folder = folderOf(id)
      const uid = renterOf(folder)
      rmSync(folder, { recursive: true, force: true })
      if (uid !== undefined) removeLeftBy(uid)
    },
    presence: async (id) => (existsSync(folderOf(id)) ? 'running' : 'absent'),
    recorded: () => readdirSync(root),
    existing: async () => readdirSync(root),
  }
}

/** The uid of a rental's folder; undefined when the host is not root, or none was assigned. */
function renterOf(folder: string): number | undefined {
  const uid = statSync(folder, { throwIfNoEntry: false })?.uid
  return uid !== undefined && isRenterId(uid) ? uid : undefined
}

function start(
  [program = '', ...args]: string[],
  of: { order: Order; folder: string; request: ExecRequest },
): ChildProcess {
  const { order, folder, request } = of
  return spawn(program, args, {
    cwd: folder,
    // Its own process group, so that all of it ends at once.
    detached: true,
    stdio: 'pipe',
    env: {
      ...{ HOME: folder, PWD: folder, USER: 'renter', LOGNAME: 'renter', SHELL: '/bin/sh', LANG: 'C.UTF-8' },
      ...{ PATH: '/usr/local/bin:/usr/bin:/bin', [MARK]: order.id, PS1: 'renter:\\w\\$ ' },
      ...(request.terminal && { TERM: request.terminal.term }),
    },
  })
}

function commandOf({ command, terminal, files }: ExecRequest): string[] | undefined {
  if (files) {
    const server = SFTP.find((one) => existsSync(one))
    return server === undefined ? undefined : [server]
  }
  const own = command === undefined ? ['/bin/sh', '-i'] : ['/bin/sh', '-c', command]
  if (!terminal || !existsSync('/usr/bin/script')) return command === undefined && !terminal ? ['/bin/sh'] : own
  // script(1) creates a terminal, which Node cannot.
  const size = `stty rows ${terminal.rows} cols ${terminal.columns} 2>/dev/null; `
  return ['script', '-qfe', '-E', 'always', '-c', size + (command ?? 'exec /bin/sh -i'), '/dev/null']
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has already ended.
  }
}

/** Processes that run in a rental's folder or have its mark in their environment, also when they left its process group. */
function markedBy(id: string, folder: string): number[] {
  const readOrEmpty = (read: () => string): string => {
    try {
      return read()
    } catch {
      return ''
    }
  }
  const isOf = (pid: string): boolean => {
    const place = readOrEmpty(() => readlinkSync(`/proc/${pid}/cwd`))
    if (place === folder || place.startsWith(`${folder}/`)) return true
    return readOrEmpty(() => readFileSync(`/proc/${pid}/environ`, 'utf8'))
      .split('\0')
      .includes(`${MARK}=${id}`)
  }
  return readOrEmpty(() => readdirSync('/proc').join(' '))
    .split(' ')
    .filter((pid) => /^\d+$/.test(pid) && Number(pid) !== process.pid && isOf(pid))
    .map(Number)
}

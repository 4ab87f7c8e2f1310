import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import path from 'node:path'
import { makeFolder } from '#service/platform/folders.ts'
import type { Driver, ExecRequest } from './driver.ts'
import { connectToOwn } from './own-ports.ts'
import { hasSpaces, openSpace, type RentalSpace } from './rental-space.ts'
import { freeRenterId, isRenterId, killAllOf, processesOf, removeLeftBy } from './renter-ids.ts'
import { succeeds } from './run-program.ts'
import { signalGroup, toRunning } from './session-child.ts'
import { perlServer } from './sftp-perl.ts'
import { makeTempFolders } from './temp-folders.ts'
import { followersOf, groupInTerminal } from './terminal.ts'

const MARK = 'IDLEFORGE_RENTAL'
const SFTP = ['/usr/lib/openssh/sftp-server', '/usr/libexec/openssh/sftp-server', '/usr/libexec/sftp-server']
/** Maximum rounds of finding and killing remaining processes. */
const MAX_KILL_ROUNDS = 50
/** Prefix of the folders of rentals, where every account may pass: folders of root would be out of a renter's reach. */
const ROOT_PREFIX = '/var/tmp/idleforge-host-'

const isRoot = (): boolean => process.getuid?.() === 0
const isInstalled = (program: string): boolean => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0

/** By rm(1): large trees do not block the host, and no depth is too much. */
async function remove(place: string): Promise<void> {
  if (!(await succeeds('rm', '-rf', '--', place))) throw new Error(`${place} cannot be deleted`)
}

/** Logged at the start: everything that a container would isolate. */
export const NOT_ISOLATED =
  'Rentals are processes of this system. They share with it: the network with its loopback services, the kernel, processor, memory and disk space, and every file that all users may read'

/** Programs that drop rights and set limits before the renter's program starts. */
function restrictionsOf(): (uid: number) => string[] {
  const limits = isInstalled('prlimit') ? ['prlimit', '--nproc=512', '--nofile=4096', '--core=0', '--'] : []
  if (!isRoot()) return () => limits
  if (!isInstalled('setpriv')) throw new Error('as root, the process driver needs setpriv (package util-linux)')
  return (uid) => [
    ...[...limits, 'setpriv', `--reuid=${uid}`, `--regid=${uid}`],
    ...['--clear-groups', '--no-new-privs', '--bounding-set=-all', '--'],
  ]
}

/** The folder of the rentals of a host. */
export function rentalsFolder(dataDir: string): string {
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  return isRoot() ? ROOT_PREFIX + name : path.join(dataDir, 'rentals')
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
  const root = rentalsFolder(dataDir)
  ensureRoot(root)
  const restrict = restrictionsOf()
  const isSpaced = hasSpaces()
  const spaces = new Map<string, RentalSpace>()
  const running = new Map<string, Set<ChildProcessWithoutNullStreams>>()
  const folderOf = (id: string) => {
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(id)) throw new Error('a rental has an invalid id')
    return path.join(root, id)
  }
  // No id begins with a dot.
  const tempOf = (id: string) => path.join(root, '.temp', id)
  /** Whether a rental has temporary folders of its own; all of its programs then run in its namespace. */
  const hasTemp = (id: string) => existsSync(tempOf(id))
  const ids = () => readdirSync(root).filter((name) => !name.startsWith('.'))

  async function halt(id: string): Promise<void> {
    for (const child of running.get(id) ?? []) signalGroup(child, 'SIGKILL')
    running.delete(id)
    spaces.get(id)?.end()
    spaces.delete(id)
    const folder = folderOf(id)
    const uid = renterOf(folder)
    for (let round = 0; round < MAX_KILL_ROUNDS; round += 1) {
      if (uid !== undefined) await killAllOf(uid)
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
      const isNew = makeFolder(folder, 0o700)
      if (isRoot() && renterOf(folder) === undefined) {
        if (isSpaced) makeTempFolders(tempOf(id), folder)
        const uid = freeRenterId(createHash('sha256').update(id).digest().readUInt32BE(), ROOT_PREFIX)
        // At once, so that the uid is not free for another rental any more.
        if (isNew) chownSync(folder, uid, uid)
        // A folder of an older version.
        else if (!(await succeeds('chown', '-R', '-h', `${uid}:${uid}`, folder)))
          throw new Error(`${folder} cannot be given to its renter`)
      }
      // The system gave namespaces at an earlier start, and gives none now: what follows writes to the shared folders.
      if (!isSpaced) await remove(tempOf(id))
      const uid = userOf(folder)
      if (!isSpaced || uid === undefined || spaces.get(id)?.isAlive) return
      const temp = hasTemp(id) ? tempOf(id) : undefined
      const space = await openSpace({ restrict: restrict(uid), cwd: folder, temp, env: environmentOf(id, folder) })
      if (space) spaces.set(id, space)
      else if (temp !== undefined) throw new Error('this system gives it no namespace for its temporary folders')
    },
    run(order, request) {
      const command = commandOf(request)
      if (!command) return undefined
      const folder = folderOf(order.id)
      const uid = userOf(folder)
      if (uid === undefined) return undefined
      const space = spaces.get(order.id)
      if (hasTemp(order.id) && !space?.isAlive) return undefined
      // A namespace has another current folder.
      const inside = ['/bin/sh', '-c', 'cd "$HOME" && exec "$@"', 'sh', ...command]
      const child = start([...((space?.isAlive && space.prefix) || []), ...restrict(uid), ...inside], folder, {
        ...environmentOf(order.id, folder),
        ...(request.terminal && { TERM: request.terminal.term }),
      })
      const all = running.get(order.id) ?? new Set()
      running.set(order.id, all.add(child))
      child.once('close', () => all.delete(child))
      const hasTerminal = request.terminal !== undefined && !request.files && command[0] === SCRIPT
      return toRunning(child, { signal: (name) => signalSession(child, name, hasTerminal), hasTerminal })
    },
    async connect({ id }, port) {
      const uid = userOf(folderOf(id))
      if (uid === undefined) throw new Error(`rental ${id} does not exist`)
      return connectToOwn(uid, port)
    },
    halt,
    async wipe(id) {
      await halt(id)
      const folder = folderOf(id)
      const uid = renterOf(folder)
      if (hasTemp(id)) await remove(tempOf(id))
      else if (uid !== undefined) await removeLeftBy(uid)
      // Last: while it exists, a later start finds the rental, and its uid is not free.
      await remove(folder)
    },
    async presence(id) {
      if (!existsSync(folderOf(id))) return 'absent'
      return hasTemp(id) && !spaces.get(id)?.isAlive ? 'stopped' : 'running'
    },
    recorded: ids,
    existing: async () => ids(),
  }
}

/** The uid of a rental's folder; undefined when the host is not root, or none was assigned. */
function renterOf(folder: string): number | undefined {
  const uid = statSync(folder, { throwIfNoEntry: false })?.uid
  return uid !== undefined && isRenterId(uid) ? uid : undefined
}

/** The user that a rental's programs run as: never root, whatever the owner of the folder. */
const userOf = (folder: string): number | undefined => (isRoot() ? renterOf(folder) : process.getuid?.()) || undefined

const SHELL = existsSync('/bin/bash') ? '/bin/bash' : '/bin/sh'
const SCRIPT = '/usr/bin/script'

const environmentOf = (id: string, folder: string): NodeJS.ProcessEnv => ({
  ...{ HOME: folder, PWD: folder, USER: 'renter', LOGNAME: 'renter', SHELL, LANG: 'C.UTF-8' },
  ...{ PATH: '/usr/local/bin:/usr/bin:/bin', [MARK]: id, PS1: 'renter:\\w\\$ ' },
})

const start = (
  [program = '', ...args]: string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): ChildProcessWithoutNullStreams =>
  // Its own process group, so that all of it ends at once.
  spawn(program, args, { cwd, env, detached: true, stdio: 'pipe' })

function commandOf({ command, terminal, files }: ExecRequest): string[] | undefined {
  if (files) {
    const server = SFTP.find((one) => existsSync(one))
    if (server !== undefined) return [server]
    return existsSync('/usr/bin/perl') ? ['/usr/bin/perl', '-e', perlServer] : undefined
  }
  const inside = command === undefined ? [SHELL, '-l'] : [SHELL, '-c', command]
  if (!terminal || !existsSync(SCRIPT)) return inside
  // script(1) creates a terminal, which Node cannot. It runs its command by the shell of its environment.
  const size = `stty rows ${terminal.rows} cols ${terminal.columns} 2>/dev/null; `
  return [SCRIPT, '-qfe', '-E', 'always', '-c', size + (command ?? `exec ${SHELL} -l`), '/dev/null']
}

/** Sends a signal to a session's programs: nsenter(1), which would not pass it on, ends as they do. */
function signalSession(child: ChildProcessWithoutNullStreams, name: NodeJS.Signals, hasTerminal: boolean): void {
  if (child.pid === undefined) return
  const group = hasTerminal ? groupInTerminal(child.pid) : undefined
  if (group !== undefined) signalGroup({ pid: group }, name)
  if (hasTerminal) return
  const inside = followersOf(child.pid)
  for (const pid of inside) kill(pid, name)
  if (inside.length === 0) signalGroup(child, name)
}

function kill(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(pid, signal)
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

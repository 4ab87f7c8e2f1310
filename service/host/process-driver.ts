import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Driver, Order, Wanted } from './driver.ts'

/** Whom renters are where the host runs as root: an account that owns nothing. */
const NOBODY = 65_534
const MARK = 'IDLEFORGE_RENTAL'
const SFTP = ['/usr/lib/openssh/sftp-server', '/usr/libexec/openssh/sftp-server', '/usr/libexec/sftp-server']
/** Rounds in which what still runs is looked for; each ends what it finds. */
const ROUNDS = 50

const isRoot = (): boolean => process.getuid?.() === 0
const has = (program: string): boolean => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0
const works = (program: string, ...args: string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0

/** Programs that take away what a renter must not have, before the renter's own begins. */
function prefixOf(): string[] {
  const limits = has('prlimit') ? ['prlimit', '--nproc=512', '--nofile=4096', '--core=0', '--'] : []
  if (!isRoot()) return limits
  const space = ['unshare', '--pid', '--mount-proc', '--ipc', '--uts', '--fork', '--kill-child=KILL']
  const apart = works(space[0] ?? '', ...space.slice(1), 'true') ? space : []
  const drop = has('setpriv')
    ? [
        'setpriv',
        `--reuid=${NOBODY}`,
        `--regid=${NOBODY}`,
        '--clear-groups',
        '--no-new-privs',
        '--bounding-set=-all',
        '--',
      ]
    : []
  if (drop.length === 0) throw new Error('as root, the process driver needs setpriv (package util-linux)')
  return [...apart, ...limits, ...drop]
}

/**
 * Rentals as processes of this system: a folder of their own, an account that owns nothing, process ids of their own. Network,
 * files of the system that anybody may read, processor and memory are shared: for development and tests, and for hosts that
 * have nothing else on them.
 */
export function createProcessDriver(dataDir: string): Driver {
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  // What belongs to root is out of reach of who has nothing: a renter's folder stands where every account may go.
  const root = isRoot() ? `/var/tmp/idleforge-host-${name}` : path.join(dataDir, 'rentals')
  mkdirSync(root, { recursive: true, mode: 0o711 })
  const prefix = prefixOf()
  const running = new Map<string, Set<ChildProcess>>()
  const folderOf = (id: string) => {
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(id)) throw new Error('a rental has an invalid id')
    return path.join(root, id)
  }

  async function halt(id: string): Promise<void> {
    for (const child of running.get(id) ?? []) kill(-(child.pid ?? 0))
    running.delete(id)
    for (let round = 0; round < ROUNDS; round += 1) {
      const left = processesOf(id, folderOf(id))
      if (left.length === 0) return
      for (const pid of left) kill(pid)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    throw new Error(`processes of rental ${id} did not exit`)
  }

  return {
    name: 'process',
    async prepare({ id }) {
      const folder = folderOf(id)
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      if (isRoot()) chownSync(folder, NOBODY, NOBODY)
    },
    run(order, wanted) {
      const command = commandOf(wanted)
      if (!command) return undefined
      const child = start([...prefix, ...command], { order, folder: folderOf(order.id), wanted })
      const all = running.get(order.id) ?? new Set()
      running.set(order.id, all.add(child))
      child.once('close', () => all.delete(child))
      return child
    },
    halt,
    async wipe(id) {
      await halt(id)
      rmSync(folderOf(id), { recursive: true, force: true })
    },
    standing: async () => readdirSync(root),
  }
}

function start([program = '', ...args]: string[], of: { order: Order; folder: string; wanted: Wanted }): ChildProcess {
  const { order, folder, wanted } = of
  return spawn(program, args, {
    cwd: folder,
    // A group of its own, so that all of it ends at once.
    detached: true,
    stdio: 'pipe',
    env: {
      ...{ HOME: folder, PWD: folder, USER: 'renter', LOGNAME: 'renter', SHELL: '/bin/sh', LANG: 'C.UTF-8' },
      ...{ PATH: '/usr/local/bin:/usr/bin:/bin', [MARK]: order.id, PS1: 'renter:\\w\\$ ' },
      ...(wanted.terminal && { TERM: wanted.terminal.term }),
    },
  })
}

function commandOf({ command, terminal, files }: Wanted): string[] | undefined {
  if (files) {
    const server = SFTP.find((one) => existsSync(one))
    return server === undefined ? undefined : [server]
  }
  const own = command === undefined ? ['/bin/sh', '-i'] : ['/bin/sh', '-c', command]
  if (!terminal || !existsSync('/usr/bin/script')) return command === undefined && !terminal ? ['/bin/sh'] : own
  // A terminal of its own by script(1): there is none to be had in Node.
  const size = `stty rows ${terminal.rows} cols ${terminal.columns} 2>/dev/null; `
  return ['script', '-qfe', '-E', 'always', '-c', size + (command ?? 'exec /bin/sh -i'), '/dev/null']
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

/** What runs in a folder or bears the mark of a rental, wherever it went: it may have left its group. */
function processesOf(id: string, folder: string): number[] {
  const told = (read: () => string): string => {
    try {
      return read()
    } catch {
      return ''
    }
  }
  const isOf = (pid: string): boolean => {
    const place = told(() => readlinkSync(`/proc/${pid}/cwd`))
    if (place === folder || place.startsWith(`${folder}/`)) return true
    return told(() => readFileSync(`/proc/${pid}/environ`, 'utf8'))
      .split('\0')
      .includes(`${MARK}=${id}`)
  }
  return told(() => readdirSync('/proc').join(' '))
    .split(' ')
    .filter((pid) => /^\d+$/.test(pid) && Number(pid) !== process.pid && isOf(pid))
    .map(Number)
}

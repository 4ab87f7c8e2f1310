import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { type ImageName, images } from '#lib/rules/gpu.ts'
import type { Driver, ExecRequest, Order } from './driver.ts'

const run = promisify(execFile)

export type Engine = 'docker' | 'podman'

/** The container engine of this machine that works. */
export const findEngine = (): Engine | undefined =>
  (['docker', 'podman'] as const).find(
    (engine) => spawnSync(engine, ['info'], { stdio: 'ignore', timeout: 10_000 }).status === 0,
  )

const PREFIX = 'idleforge-'
const referenceOf = (image: string): string => (images[image as ImageName] ?? images.plain).reference

export interface ContainerLimits {
  cores: number
  memoryMib: number
  gpus: boolean
}

/**
 * Arguments for a container: with resource limits, without privileges, with its own network, and GPUs by the NVIDIA toolkit.
 */
export const createArguments = (order: Order, { cores, memoryMib, gpus }: ContainerLimits): string[] => [
  ...['run', '--detach', '--init', '--name', PREFIX + order.id, '--hostname', 'rental'],
  ...['--label', 'idleforge=rental', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'],
  ...['--cpus', String(cores), '--memory', `${memoryMib}m`, '--pids-limit', '4096', '--restart', 'no'],
  ...['--network', PREFIX + order.id, ...(gpus ? ['--gpus', 'all'] : [])],
  ...[referenceOf(order.image), 'sleep', 'infinity'],
]

/**
 * Rentals as containers of Docker or Podman. Renters connect to the host's SSH server, which runs their commands inside: an
 * image needs no server, and no port of it is open.
 */
export function createContainerDriver(engine: Engine, bounds: ContainerLimits): Driver {
  const ask = async (...args: string[]) => (await run(engine, args, { maxBuffer: 1 << 24 })).stdout.trim()
  const ignoreErrors = (...args: string[]) => ask(...args).catch(() => '')
  return {
    name: 'container',
    async prepare(order) {
      const name = PREFIX + order.id
      if ((await ignoreErrors('inspect', '--format', '{{.State.Running}}', name)) !== '') {
        await ask('start', name)
        return
      }
      await ignoreErrors('network', 'create', '--label', 'idleforge=rental', name)
      await ask(...createArguments(order, bounds))
    },
    run: (order, request) => exec(engine, order, request),
    halt: async (id) => void (await ignoreErrors('kill', PREFIX + id)),
    async wipe(id) {
      await ignoreErrors('rm', '--force', '--volumes', PREFIX + id)
      await ignoreErrors('network', 'rm', PREFIX + id)
      if ((await ignoreErrors('inspect', '--format', '{{.Id}}', PREFIX + id)) !== '')
        throw new Error(`rental ${id} did not stop`)
    },
    async existing() {
      const names = await ask('ps', '--all', '--filter', 'label=idleforge=rental', '--format', '{{.Names}}')
      return names.split('\n').flatMap((name) => (name.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []))
    },
  }
}

function exec(engine: Engine, order: Order, { command, terminal, files }: ExecRequest): ChildProcess | undefined {
  if (files) return undefined
  const inside = command === undefined ? ['/bin/sh', '-i'] : ['/bin/sh', '-c', command]
  const size = terminal ? ['--env', `LINES=${terminal.rows}`, '--env', `COLUMNS=${terminal.columns}`] : []
  const args = ['exec', '--interactive', ...size, PREFIX + order.id, ...inside]
  if (!terminal) return spawn(engine, args, { stdio: 'pipe', detached: true })
  // A terminal inside needs one outside, which script(1) creates.
  const line = [engine, 'exec', '--interactive', '--tty', ...size, PREFIX + order.id, ...inside].map(quoted).join(' ')
  return spawn('script', ['-qfe', '-E', 'always', '-c', line, '/dev/null'], { stdio: 'pipe', detached: true })
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

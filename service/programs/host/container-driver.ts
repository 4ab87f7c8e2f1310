import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { type ImageName, images } from '#lib/rules/gpu.ts'
import { execInContainer } from './container-exec.ts'
import { createTunnels } from './container-tunnels.ts'
import type { Driver, Order } from './driver.ts'

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
  const tunnels = createTunnels()
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
    run: ({ id }, request) => execInContainer({ engine, name: PREFIX + id }, request),
    connect: ({ id }, port) => tunnels.connect({ engine, name: PREFIX + id }, port),
    async halt(id) {
      await tunnels.close(PREFIX + id)
      await ignoreErrors('kill', PREFIX + id)
    },
    async wipe(id) {
      await tunnels.close(PREFIX + id)
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

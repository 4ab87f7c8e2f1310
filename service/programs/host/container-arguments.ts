import { createHash } from 'node:crypto'
import { type ImageName, images } from '#lib/rules/gpu.ts'
import type { Order } from './driver.ts'
import type { EngineName } from './engine.ts'

const PREFIX = 'idleforge-'
/** Its value is the machine's id: one system may run several hosts, and each touches only its own. */
const MACHINE_LABEL = 'idleforge.machine'

export const nameOf = (rentalId: string): string => PREFIX + rentalId
export const rentalIdIn = (name: string): string | undefined =>
  name.startsWith(PREFIX) ? name.slice(PREFIX.length) : undefined
export const labelOf = (machineId: string): string => `${MACHINE_LABEL}=${machineId}`
export const LABEL_FORMAT = `{{index .Config.Labels "${MACHINE_LABEL}"}}`

export const referenceOf = (image: string): string => (images[image as ImageName] ?? images.plain).reference

export interface ContainerLimits {
  cores: number
  memoryMib: number
  gpus: boolean
}

/** The usual capabilities of root in a container, which apt-get, useradd, su and sudo need; without raw sockets and devices. */
const CAPABILITIES = [
  'AUDIT_WRITE', 'CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'FSETID', 'KILL', 'NET_BIND_SERVICE', 'SETFCAP', 'SETGID', 'SETPCAP',
  'SETUID', 'SYS_CHROOT',
] as const // biome-ignore format: a list of words reads better in rows

/** Resolvers on the internet: those of the owner's network are out of reach. */
const RESOLVERS = ['1.1.1.1', '8.8.8.8'] as const

/** Link-local addresses of IPv6 would lead around the rules of IPv4. */
const NO_IPV6 = ['net.ipv6.conf.all.disable_ipv6=1', 'net.ipv6.conf.default.disable_ipv6=1'] as const

/** Users of a rental on this system: above those that systems allocate, and one range for each machine. */
const FIRST_USER = 0x70_00_00_00
const USERS = 65_536
const RANGES = 4096

/** First user id of a machine's rentals. It stays the same, so that Podman maps an image once. */
const firstUserOf = (machineId: string): number =>
  FIRST_USER + (createHash('sha256').update(machineId).digest().readUInt16BE() % RANGES) * USERS

/** Podman maps root of a container to a user without rights; Docker does only as its daemon is configured. */
const userArguments = (engine: EngineName, machineId: string): string[] => {
  const map = `0:${firstUserOf(machineId)}:${USERS}`
  return engine === 'podman' && process.getuid?.() === 0 ? ['--uidmap', map, '--gidmap', map] : []
}

/** Arguments for a container: with resource limits, without privileges, with its own network, and GPUs by the NVIDIA toolkit. */
export const createArguments = (
  order: Order,
  { cores, memoryMib, gpus, machineId, engine }: ContainerLimits & { machineId: string; engine: EngineName },
): string[] => [
  ...['run', '--detach', '--init', '--pull', 'never', '--name', nameOf(order.id), '--hostname', 'rental'],
  ...['--label', labelOf(machineId), ...userArguments(engine, machineId)],
  ...['--cap-drop', 'ALL', ...CAPABILITIES.flatMap((name) => ['--cap-add', name])],
  // The memory includes swap: as much again would be on the owner's disk.
  ...['--cpus', String(cores), '--memory', `${memoryMib}m`, '--memory-swap', `${memoryMib}m`],
  ...['--shm-size', `${Math.floor(memoryMib / 2)}m`, '--pids-limit', '4096', '--restart', 'no'],
  // Programs of the owner are the last to be ended where memory is short.
  ...['--oom-score-adj', '500', '--network', nameOf(order.id), ...(gpus ? ['--gpus', 'all'] : [])],
  ...NO_IPV6.flatMap((setting) => ['--sysctl', setting]),
  ...RESOLVERS.flatMap((address) => ['--dns', address]),
  ...[referenceOf(order.image), 'sleep', 'infinity'],
]

export const createNetworkArguments = (
  { id, reach }: Order,
  { subnet, machineId, engine }: { subnet: string; machineId: string; engine: EngineName },
): string[] => [
  ...['network', 'create', '--label', labelOf(machineId), '--subnet', subnet],
  // Podman's own resolver listens on this system, which is out of reach.
  ...(engine === 'podman' ? ['--disable-dns'] : []),
  ...(reach === 'none' ? ['--internal'] : []),
  nameOf(id),
]

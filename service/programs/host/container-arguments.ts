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

export const referenceOf = ({ image, template }: Pick<Order, 'image' | 'template'>): string =>
  template?.image ?? (images[image as ImageName] ?? images.plain).reference

/** The start script of a template inside its container. */
export const START_FILE = '/etc/idleforge-start'

/**
 * The first program of a template: the start script, by Bash where it is, whose output is the container's log. The container stays
 * when it ends, so that a renter can see why.
 */
const MAIN = `cd "\${HOME:-/}" 2>/dev/null || cd /
if [ -f ${START_FILE} ]; then
  "$(command -v bash || echo /bin/sh)" ${START_FILE}
  echo "[start script: exit status $?]"
fi
exec sleep infinity`

/** Bounds what a renter's output takes of the owner's disk. */
const LOGS = {
  podman: ['--log-driver', 'k8s-file', '--log-opt', 'max-size=8mb'],
  docker: ['--log-driver', 'json-file', '--log-opt', 'max-size=8m', '--log-opt', 'max-file=1'],
} as const satisfies Record<EngineName, readonly string[]>

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

interface CreateOptions extends ContainerLimits {
  machineId: string
  engine: EngineName
  /** The template's environment: neither the list of processes nor that of this program shows what is in a file. */
  variablesFile?: string | undefined
}

/** Arguments for a container: with resource limits, without privileges, with its own network, and GPUs by the NVIDIA toolkit. */
export const createArguments = (
  order: Order,
  { cores, memoryMib, gpus, machineId, engine, variablesFile }: CreateOptions,
): string[] => [
  // A template's script is copied into it before it is started.
  ...(order.template ? ['create'] : ['run', '--detach']),
  ...['--init', '--pull', 'never', '--name', nameOf(order.id), '--hostname', 'rental'],
  ...['--label', labelOf(machineId), ...userArguments(engine, machineId)],
  ...['--cap-drop', 'ALL', ...CAPABILITIES.flatMap((name) => ['--cap-add', name])],
  // The memory includes swap: as much again would be on the owner's disk.
  ...['--cpus', String(cores), '--memory', `${memoryMib}m`, '--memory-swap', `${memoryMib}m`],
  ...['--shm-size', `${Math.floor(memoryMib / 2)}m`, '--pids-limit', '4096', '--restart', 'no'],
  // Programs of the owner are the last to be ended where memory is short.
  ...['--oom-score-adj', '500', '--network', nameOf(order.id), ...(gpus ? ['--gpus', 'all'] : [])],
  ...NO_IPV6.flatMap((setting) => ['--sysctl', setting]),
  ...RESOLVERS.flatMap((address) => ['--dns', address]),
  ...(order.template ? [...LOGS[engine], '--entrypoint', '/bin/sh'] : []),
  ...(variablesFile === undefined ? [] : ['--env-file', variablesFile]),
  ...[referenceOf(order), ...(order.template ? ['-c', MAIN] : ['sleep', 'infinity'])],
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

import { type ImageName, images } from '#lib/rules/gpu.ts'
import type { Order } from './driver.ts'

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

/** Arguments for a container: with resource limits, without privileges, with its own network, and GPUs by the NVIDIA toolkit. */
export const createArguments = (
  order: Order,
  { cores, memoryMib, gpus, machineId }: ContainerLimits & { machineId: string },
): string[] => [
  ...['run', '--detach', '--init', '--pull', 'never', '--name', nameOf(order.id), '--hostname', 'rental'],
  ...['--label', labelOf(machineId), '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'],
  ...['--cpus', String(cores), '--memory', `${memoryMib}m`, '--pids-limit', '4096', '--restart', 'no'],
  ...['--network', nameOf(order.id), ...(gpus ? ['--gpus', 'all'] : [])],
  ...[referenceOf(order.image), 'sleep', 'infinity'],
]

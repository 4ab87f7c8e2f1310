import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { UnknownError } from './probe.ts'

/** The fields of a supply in /sys/class/power_supply; an empty text where the kernel has none. */
export interface Supply {
  type: string
  /** `Device` where it powers a mouse or a headset. */
  scope: string
  online: string
  status: string
}

/** Whether the PC runs on its battery; undefined where it has none, or the battery does not tell. */
export function isOnBattery(supplies: readonly Supply[]): boolean | undefined {
  const own = supplies.filter(({ scope }) => scope !== 'Device')
  const batteries = own.filter(({ type }) => type === 'Battery')
  if (batteries.length === 0) return undefined
  if (own.some(({ type, online }) => type !== 'Battery' && online === '1')) return false
  const statuses = batteries.map(({ status }) => status)
  if (statuses.includes('Discharging')) return true
  return statuses.some((status) => ['Charging', 'Full', 'Not charging'].includes(status)) ? false : undefined
}

const readField = (file: string): Promise<string> =>
  readFile(file, 'utf8').then(
    (text) => text.trim(),
    () => '',
  )

/** Whether a Linux PC runs on its battery. Rejects where the system does not tell. */
export async function readPowerSupply(root: string): Promise<boolean> {
  const folder = path.join(root, 'sys/class/power_supply')
  const supplies = []
  for (const name of await readdir(folder)) {
    const field = (field: string) => readField(path.join(folder, name, field))
    const [type, scope, online, status] = await Promise.all((['type', 'scope', 'online', 'status'] as const).map(field))
    supplies.push({ type, scope, online, status } as Supply)
  }
  const answer = isOnBattery(supplies)
  if (answer === undefined) throw new UnknownError('the PC has no battery')
  return answer
}

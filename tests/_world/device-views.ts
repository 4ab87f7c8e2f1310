import { machineList } from '#lib/contract/device-list.ts'
import type { Device } from './device.ts'
import type { Visitor } from './visitor.ts'
import type { World } from './world.ts'

/** The device as its user sees it. */
export async function seenBy(user: Visitor, device: Device) {
  const { page } = await user.call(machineList, { page: 1, pageSize: 100 })
  const machine = page.list.find(({ id }) => id === device.id)
  if (!machine) throw new Error('the device is not in the list')
  return machine
}

/** The rows of a device. */
export async function storedOf(world: World, device: Device) {
  const [hours] = await world.query<Record<string, number>>(
    `select coalesce(sum(accepted), 0)::int as accepted, coalesce(sum(refused), 0)::int as refused,
     coalesce(sum(work), 0)::int as work, coalesce(sum(seconds), 0)::int as seconds from device_hours where device_id = $1`,
    [device.id],
  )
  const [totals] = await world.query<Record<string, number>>(
    `select coalesce(sum(work), 0)::int as work, coalesce(sum(seconds), 0)::int as seconds
     from device_totals where device_id = $1`,
    [device.id],
  )
  const [shares] = await world.query<Record<string, number>>(
    'select count(*)::int as count, coalesce(sum(difficulty), 0)::int as work from shares where device_id = $1',
    [device.id],
  )
  return { hours, totals, shares }
}

import type { Machine } from '#lib/contract/device-list.ts'
import { dayAfter, dayAt } from '#lib/time/days.ts'
import { lastSettledDay } from '#service/money/earnings/days.ts'
import type { Database } from '#service/platform/db/open.ts'
import { type DevicePageRequest, devicePage } from './queries.ts'
import { toMachine } from './reply.ts'

/** A page of devices in the form of the contract, newest first by default. */
export async function listDevices(
  db: Database,
  of: Omit<DevicePageRequest, 'yesterday' | 'search' | 'sort'> & Partial<DevicePageRequest>,
): Promise<{ list: Machine[]; total: number }> {
  const { now } = of
  const yesterday = dayAfter(dayAt(now), -1)
  const isSettled = (await lastSettledDay(db, now)) >= yesterday
  const { rows, total } = await devicePage(db, { search: '', sort: 'newest', ...of, yesterday })
  return { list: rows.map((device) => toMachine(device, { now, isSettled })), total }
}

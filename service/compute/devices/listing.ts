import type { Machine } from '#lib/contract/device-list.ts'
import { dayAfter, dayAt } from '#lib/time/days.ts'
import { lastSettledDay } from '#service/money/earnings/days.ts'
import type { Database } from '#service/platform/db/open.ts'
import { devicePage, type PageAsked } from './queries.ts'
import { shapeDevice } from './shape.ts'

/** A page of devices as the client shows them, the newest first unless told. */
export async function listDevices(
  db: Database,
  of: Omit<PageAsked, 'yesterday' | 'search' | 'sort'> & Partial<PageAsked>,
): Promise<{ list: Machine[]; total: number }> {
  const { now } = of
  const yesterday = dayAfter(dayAt(now), -1)
  const isSettled = (await lastSettledDay(db, now)) >= yesterday
  const { rows, total } = await devicePage(db, { search: '', sort: 'newest', ...of, yesterday })
  return { list: rows.map((device) => shapeDevice(device, { now, isSettled })), total }
}

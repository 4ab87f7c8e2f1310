import type { RateSpan } from '#lib/contract/device-list.ts'
import { hourOf } from '#lib/rules/online-time.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Database } from '#service/platform/db/open.ts'

const HOUR_MS = 3_600_000
/** Hours of each span, and hours of each of its points. */
const spans: Readonly<Record<RateSpan, { hours: number; each: number }>> = {
  day: { hours: 24, each: 1 },
  week: { hours: 168, each: 4 },
}

/** Mean hash rate of a device for each point of a span, in hashes a second; the last point ends now. */
export async function ratesOf(db: Database, of: { deviceId: string; span: RateSpan; now: number }) {
  const { hours, each } = spans[of.span]
  const first = hourOf(of.now) - (hours - 1) * HOUR_MS
  const rows = await db
    .selectFrom('device_hours')
    .select(({ fn }) => ['hour', fn.sum<bigint>('work').as('work')])
    .where('device_id', '=', of.deviceId)
    .where('hour', '>=', new Date(first))
    .where('hour', '<=', new Date(of.now))
    .groupBy('hour')
    .execute()
  const works = Array.from({ length: hours / each }, () => 0)
  for (const { hour, work } of rows) {
    const place = Math.floor((hour.getTime() - first) / HOUR_MS / each)
    works[place] = (works[place] ?? 0) + Number(work)
  }
  return works.map((work, index) => {
    const from = first + index * each * HOUR_MS
    const seconds = Math.max(1, (Math.min(from + each * HOUR_MS, of.now) - from) / 1000)
    return { time: unixSeconds(from), hashrate: work / seconds }
  })
}

import { isOnline } from '#lib/rules/online-time.ts'
import type { Database } from '#service/platform/db/open.ts'
import { coinsByProject, hoursOfBound, recentWork, secondsByProject, secondsOf } from './queries.ts'
import { todayHeat } from './reply.ts'
import { dayOf, lastSeenOf, shownRate } from './rules.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** Sums over all devices of a user, for the overview. */
export async function statistics(db: Database, userId: string, now: number) {
  const devices = await db
    .selectFrom('devices')
    .select(['state', 'online_since', 'last_seen_at', recentWork.as('recent_work')])
    .where('user_id', '=', userId)
    .where('unbound_at', 'is', null)
    .execute()
  const hours = await hoursOfBound(db, { userId, from: dayOf(now) - DAY_MS, to: now + 1 })
  const hashrate = devices.reduce((total, device) => total + shownRate(device, now), 0)
  const online = devices.filter((device) => isOnline(lastSeenOf(device), now)).length
  const today = hours.filter((row) => row.hour >= dayOf(now))
  return {
    total: devices.length,
    online,
    offline: devices.length - online,
    hashrate,
    todaySeconds: today.reduce((total, row) => total + row.seconds, 0),
    hours: todayHeat(hours, now),
  }
}

export async function totalTime(db: Database, of: { userId: string; id?: string | undefined }) {
  const seconds = await secondsOf(db, of)
  return { totalTime: seconds, totalUptime: seconds }
}

/** Run time of each project between two moments, by whole UTC hours. */
export async function runtimeByProject(db: Database, of: { userId: string; from: number; to: number }) {
  const seconds = await secondsByProject(db, { ...of, from: Math.floor(of.from / HOUR_MS) * HOUR_MS })
  return [...(await coinsByProject(db))].map(([project, coin]) => ({
    project,
    coin,
    seconds: seconds.get(project) ?? 0,
  }))
}

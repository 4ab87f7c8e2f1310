import type { Database } from '#service/platform/db/open.ts'
import { coinsByProject, countDevices, hoursOfBound, secondsByProject, secondsOf } from './queries.ts'
import { todayHeat } from './reply.ts'
import { dayOf } from './rules.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** Sums over all devices of a user, for the overview. */
export async function statistics(db: Database, userId: string, now: number) {
  const { total, online, hashrate } = await countDevices(db, userId, now)
  const hours = await hoursOfBound(db, { userId, from: dayOf(now) - DAY_MS, to: now + 1 })
  const today = hours.filter((row) => row.hour >= dayOf(now))
  return {
    total,
    online,
    offline: total - online,
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

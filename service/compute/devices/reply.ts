import type { Machine, ProjectTime } from '#lib/contract/device-list.ts'
import { fromUnits } from '#lib/money/coins.ts'
import { hourOf, isOnline } from '#lib/rules/online-time.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import { heatOf, hotCelsius } from './heat.ts'
import type { HourRow, HourSum, ListedDevice } from './queries.ts'
import { dayOf, heatLevels, lastSeenOf, noWork, shownRate } from './rules.ts'

const HOUR_MS = 3_600_000
const DAY_HOURS = 24

const sum = (rows: readonly HourRow[], field: 'seconds' | 'work' | 'accepted' | 'refused'): number =>
  rows.reduce((total, row) => total + row[field], 0)

/** Seconds online in each hour of the UTC day that began at `start`. */
const secondsByHour = (rows: readonly HourRow[], start: number): number[] =>
  Array.from({ length: DAY_HOURS }, (_, hour) =>
    sum(
      rows.filter((row) => row.hour === start + hour * HOUR_MS),
      'seconds',
    ),
  )

/** A device in the form of the contract. */
export function toMachine(device: ListedDevice, { now, isSettled }: { now: number; isSettled: boolean }): Machine {
  const rows = device.hours
  const today = rows.filter((row) => row.hour >= dayOf(now))
  const yesterday = rows.filter((row) => row.hour < dayOf(now))
  const projectList = projectTimes(device, today)
  const totalTime = projectList.reduce((total, project) => total + project.totalRunTime, 0)
  const lastSeen = lastSeenOf(device)
  const online = isOnline(lastSeen, now)
  const onlineSince = device.online_since?.getTime() ?? now
  const refusedLately = sum(
    rows.filter((row) => row.hour >= hourOf(now) - HOUR_MS),
    'refused',
  )
  return {
    id: device.id,
    name: device.name,
    status: online ? 'online' : 'offline',
    hashrate: shownRate(device, now),
    gpuCount: device.gpu_count,
    hardware: device.hardware,
    minerVersion: device.miner_version,
    currentUptime: online ? Math.max(0, Math.floor((now - onlineSince) / 1000)) : 0,
    todayUptime: sum(today, 'seconds'),
    yesterdayUptime: sum(yesterday, 'seconds'),
    yesterdayHours: secondsByHour(yesterday, dayOf(now) - DAY_HOURS * HOUR_MS),
    totalUptime: totalTime,
    totalTime,
    boundAt: unixSeconds(device.bound_at),
    lastSeenAt: device.last_seen_at ? unixSeconds(device.last_seen_at) : null,
    lastShareAt: device.last_share_at ? unixSeconds(device.last_share_at) : null,
    noWork: noWork({
      now,
      online,
      onlineSince,
      lastShare: device.last_share_at?.getTime(),
      miningSince: device.mining_since?.getTime(),
      isExplained: device.pause !== null,
      paused: device.state === 'paused',
      refusedLately,
    }),
    acceptedToday: sum(today, 'accepted'),
    refusedToday: sum(today, 'refused'),
    hours: todayHeat(rows, now),
    projectList,
    yesterdayEarnings: isSettled
      ? device.earned.map(({ coin, amount }) => ({ currencyCode: coin, amount: fromUnits(BigInt(amount), coin) }))
      : null,
    pause: online ? device.pause : null,
    settings: device.settings,
    wish: device.wish && device.wish_at && { ...device.wish, askedAt: unixSeconds(device.wish_at) },
    sensors: online ? device.sensors : null,
    hot: online ? hotNow(device, now) : null,
    miningWatts: device.mining_watts,
  }
}

/** The heat of a device whose last report was hot. */
function hotNow(device: ListedDevice, now: number): Machine['hot'] {
  const heat = heatOf(device)
  if (!heat || heat.at !== device.last_seen_at?.getTime()) return null
  return { minutes: Math.max(0, Math.floor((now - heat.from) / 60_000)), limit: hotCelsius(device.settings) }
}

/** Heat levels of today's UTC hours up to this one, relative to the strongest hour since yesterday. */
export function todayHeat(rows: readonly HourSum[], now: number): number[] {
  const byHour = new Map<number, number>()
  for (const row of rows) byHour.set(row.hour, (byHour.get(row.hour) ?? 0) + row.work)
  const strongest = Math.max(0, ...byHour.values())
  const start = dayOf(now)
  const sofar = Math.floor((now - start) / HOUR_MS) + 1
  const work = Array.from({ length: sofar }, (_, index) => byHour.get(start + index * HOUR_MS) ?? 0)
  return heatLevels(work, strongest)
}

function projectTimes(device: ListedDevice, today: readonly HourRow[]): ProjectTime[] {
  return device.projects.map(({ project, coin, seconds }) => ({
    project,
    coin,
    todaySeconds: sum(
      today.filter((row) => row.project === project),
      'seconds',
    ),
    totalRunTime: seconds,
  }))
}

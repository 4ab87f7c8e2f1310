import * as v from 'valibot'
import { Amount, CurrencyCode } from './amounts.ts'
import { PendingWish } from './device-control.ts'
import { Rate } from './device-statistics.ts'
import { endpoint } from './endpoint.ts'
import { Count, Id, UnixSeconds } from './fields.ts'
import { line } from './labels.ts'
import { MinerSettings, Pause, Sensors } from './miner-settings.ts'
import { pagedList, pageSizeRequest, statusFilter } from './paging.ts'

/** Devices as screens show them. They import coins, which the app's first files avoid. */

const deviceFilters = ['all', 'on', 'off'] as const
export type DeviceFilter = (typeof deviceFilters)[number]

/** Newest first, by name, or descending by the other fields. */
export const deviceSorts = ['newest', 'name', 'hashrate', 'uptime', 'earnings'] as const
export type DeviceSort = (typeof deviceSorts)[number]

export const ProjectTime = v.object({
  project: v.string(),
  coin: CurrencyCode,
  todaySeconds: Count,
  totalRunTime: Count,
})
export type ProjectTime = v.InferOutput<typeof ProjectTime>

/** Times are UTC; rates are hashes a second; durations are seconds. */
export const Machine = v.object({
  id: Id,
  name: v.string(),
  status: v.picklist(['online', 'offline']),
  hashrate: Rate,
  gpuCount: Count,
  hardware: v.string(),
  minerVersion: v.string(),
  currentUptime: Count,
  todayUptime: Count,
  yesterdayUptime: Count,
  /** Seconds of yesterday's uptime in each of its 24 UTC hours. */
  yesterdayHours: v.array(Count),
  totalUptime: Count,
  /** Sum of the projects' run times, in seconds. */
  totalTime: Count,
  boundAt: UnixSeconds,
  lastSeenAt: v.nullable(UnixSeconds),
  lastShareAt: v.nullable(UnixSeconds),
  /** Set when the device is online and has had no accepted share for 12 minutes. */
  noWork: v.nullable(v.object({ minutes: Count, cause: v.picklist(['paused', 'refused', 'slow']) })),
  acceptedToday: Count,
  refusedToday: Count,
  /** Verified work of today by UTC hour, as a heat level 0 to 4; hours to come are absent. */
  hours: v.array(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(4))),
  projectList: v.array(ProjectTime),
  /** Yesterday's earnings by coin; null until yesterday is settled. */
  yesterdayEarnings: v.nullable(v.array(v.object({ currencyCode: CurrencyCode, amount: Amount }))),
  /** Why an online device pauses; null while it mines, and for miners before 1.2. */
  pause: v.nullable(Pause),
  /** Null until a report has told them; miners before 1.2 never do. */
  settings: v.nullable(MinerSettings),
  /** The wish of the user that the device has not confirmed. */
  wish: v.nullable(PendingWish),
  /** Null while the device is offline, and for miners before 1.2. */
  sensors: v.nullable(Sensors),
  /** Set while the last report of an online device was hot: whole minutes without a gap, and the °C from which it is hot. */
  hot: v.nullable(v.object({ minutes: Count, limit: v.number() })),
  /** Watts in the last report of the mining device; null where it measures none. */
  miningWatts: v.nullable(v.number()),
})
export type Machine = v.InferOutput<typeof Machine>

export const machineList = endpoint('/machine/getMachineList', {
  auth: true,
  request: v.object({
    ...pageSizeRequest(3),
    status: v.optional(statusFilter(deviceFilters, 'all'), 'all'),
    /** A part of the name in any case, or the beginning of the id. */
    search: v.optional(line(48), ''),
    sort: v.optional(v.picklist(deviceSorts), 'newest'),
  }),
  reply: v.object({ page: pagedList(Machine) }),
})

const spans = ['day', 'week'] as const
export type RateSpan = (typeof spans)[number]

/** Hash rate of a device: 24 values of one hour, or 7 days in steps of 4 hours. */
export const machineRates = endpoint('/machine/getMachineRates', {
  auth: true,
  request: v.object({ id: Id, span: v.optional(v.picklist(spans), 'day') }),
  reply: v.object({ points: v.array(v.object({ time: UnixSeconds, hashrate: Rate })) }),
  refuses: ['DEVICE_UNKNOWN'],
})

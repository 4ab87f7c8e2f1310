import * as v from 'valibot'
import { Amount, CurrencyCode } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import { Count, Id, Label, line, nothing, Page, PageSize, UnixSeconds } from './fields.ts'

export const DeviceFilter = v.picklist(['all', 'on', 'off'])
export type DeviceFilter = v.InferOutput<typeof DeviceFilter>

/** The newest first, by name, or the most first. */
export const deviceSorts = ['newest', 'name', 'hashrate', 'uptime', 'earnings'] as const
export type DeviceSort = (typeof deviceSorts)[number]

const Rate = v.pipe(v.number(), v.minValue(0))

export const ProjectTime = v.object({
  project: v.string(),
  coin: v.string(),
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
  totalUptime: Count,
  /** Sum of the projects' run times. */
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
  /** What yesterday brought, by coin; null until yesterday is settled. */
  yesterdayEarnings: v.nullable(v.array(v.object({ currencyCode: CurrencyCode, amount: Amount }))),
})
export type Machine = v.InferOutput<typeof Machine>

const BindCodeText = v.pipe(
  v.string(),
  v.transform((text) => text.replace(/[\s-]/g, '').toUpperCase()),
  v.regex(/^[0-9A-HJKMNP-TV-Z]{8}$/),
)

export const bindCode = endpoint('/machine/bind-code', {
  auth: true,
  request: nothing,
  reply: v.object({ code: v.string(), expiresAt: UnixSeconds, serverTime: UnixSeconds }),
})

export const bindCheck = endpoint('/machine/bind-check', {
  auth: true,
  request: v.object({ code: BindCodeText }),
  reply: v.object({ bound: v.boolean(), machine: v.optional(v.object({ id: Id, name: v.string() })) }),
})

export const machineList = endpoint('/machine/getMachineList', {
  auth: true,
  request: v.object({
    page: Page,
    pageSize: v.optional(PageSize, 3),
    status: v.optional(DeviceFilter, 'all'),
    /** A part of the name, in whatever case, or the beginning of the id. */
    search: v.optional(line(48), ''),
    sort: v.optional(v.picklist(deviceSorts), 'newest'),
  }),
  reply: v.object({ page: v.object({ list: v.array(Machine), total: Count }) }),
})

export const machineStatistics = endpoint('/machine/getMachineStatistics', {
  auth: true,
  request: nothing,
  reply: v.object({
    total: Count,
    online: Count,
    offline: Count,
    hashrate: Rate,
    todaySeconds: Count,
    /** Verified work of all devices today by UTC hour, as heat levels. */
    hours: v.array(Count),
    serverTime: UnixSeconds,
  }),
})

export const MachineEvent = v.object({
  _id: Id,
  time: UnixSeconds,
  kind: v.picklist(['bound', 'online', 'offline', 'renamed', 'refused', 'unbound']),
  detail: v.string(),
})
export type MachineEvent = v.InferOutput<typeof MachineEvent>

export const machineLog = endpoint('/machine/getMachineLog', {
  auth: true,
  request: v.object({ id: Id, page: Page, size: v.optional(PageSize, 20) }),
  reply: v.object({ records: v.array(MachineEvent), total: Count }),
  refuses: ['DEVICE_UNKNOWN'],
})

const spans = ['day', 'week'] as const
export type RateSpan = (typeof spans)[number]

/** How fast a device was: 24 hours one by one, or 7 days by 4 hours. */
export const machineRates = endpoint('/machine/getMachineRates', {
  auth: true,
  request: v.object({ id: Id, span: v.optional(v.picklist(spans), 'day') }),
  reply: v.object({ points: v.array(v.object({ time: UnixSeconds, hashrate: Rate })) }),
  refuses: ['DEVICE_UNKNOWN'],
})

export const machineTotalTime = endpoint('/machine/getMachineTotalTime', {
  auth: true,
  request: v.object({ id: v.optional(Id) }),
  reply: v.object({ totalTime: Count, totalUptime: Count }),
  refuses: ['DEVICE_UNKNOWN'],
})

export const userMachineCount = endpoint('/machine/getUserMachineCount', {
  auth: true,
  request: nothing,
  reply: v.object({ count: Count }),
})

export const projectRuntime = endpoint('/machine/project-runtime', {
  auth: true,
  request: v.object({ startTime: UnixSeconds, endTime: UnixSeconds }),
  reply: v.object({ list: v.array(v.object({ project: v.string(), coin: v.string(), seconds: Count })) }),
  refuses: ['RANGE_REVERSED', 'RANGE_TOO_LONG'],
})

export const renameMachine = endpoint('/machine/rename', {
  auth: true,
  request: v.object({ id: Id, name: Label }),
  reply: nothing,
  refuses: ['DEVICE_UNKNOWN'],
})

export const unbindMachine = endpoint('/machine/unbind', {
  auth: true,
  request: v.object({ id: Id }),
  reply: nothing,
  refuses: ['DEVICE_UNKNOWN'],
})

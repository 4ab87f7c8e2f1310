import * as v from 'valibot'
import { BindCode } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { Count, Id, NoFields, UnixSeconds } from './fields.ts'
import { Label } from './labels.ts'
import { pagedReply, pageRequest } from './paging.ts'

export const bindCode = endpoint('/machine/bind-code', {
  auth: true,
  request: NoFields,
  reply: v.object({ code: v.string(), expiresAt: UnixSeconds, serverTime: UnixSeconds }),
})

export const bindCheck = endpoint('/machine/bind-check', {
  auth: true,
  request: v.object({ code: BindCode }),
  reply: v.object({ bound: v.boolean(), machine: v.optional(v.object({ id: Id, name: v.string() })) }),
})

export const MachineEvent = v.object({
  _id: Id,
  time: UnixSeconds,
  kind: v.picklist(['bound', 'online', 'offline', 'renamed', 'refused', 'replaced', 'unbound']),
  detail: v.string(),
})
export type MachineEvent = v.InferOutput<typeof MachineEvent>

export const machineLog = endpoint('/machine/getMachineLog', {
  auth: true,
  request: v.object({ id: Id, ...pageRequest(20) }),
  reply: pagedReply(MachineEvent),
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
  request: NoFields,
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
  reply: NoFields,
  refuses: ['DEVICE_UNKNOWN'],
})

export const unbindMachine = endpoint('/machine/unbind', {
  auth: true,
  request: v.object({ id: Id }),
  reply: NoFields,
  refuses: ['DEVICE_UNKNOWN'],
})

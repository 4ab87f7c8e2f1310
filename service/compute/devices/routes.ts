import type { FastifyInstance } from 'fastify'
import { agentBind, agentReport, agentToday, agentWork } from '#lib/contract/agent.ts'
import * as alerts from '#lib/contract/alerts.ts'
import * as control from '#lib/contract/device-control.ts'
import * as list from '#lib/contract/device-list.ts'
import { machineStatistics } from '#lib/contract/device-statistics.ts'
import { machineYear } from '#lib/contract/device-year.ts'
import * as contract from '#lib/contract/devices.ts'
import { rangeRefusal } from '#lib/rules/range.ts'
import { muteDevice } from '#service/messaging/alerts/devices.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Context } from '#service/platform/context.ts'
import { type Calls, onAgent } from '#service/platform/http/calls.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { bindDevice, deviceBoundBy, newBindCode } from './bind-device.ts'
import { listDevices } from './list-devices.ts'
import { deviceLog, renameDevice, requireDevice, unbindDevice } from './log.ts'
import { countDevices } from './queries.ts'
import { ratesOf } from './rates.ts'
import { assignWork, handleReport } from './report.ts'
import { todayOf } from './today.ts'
import { runtimeByProject, statistics, totalTime } from './totals.ts'
import { makeWish, withdrawWishes } from './wishes.ts'
import { yearOf } from './year.ts'

export function deviceRoutes(calls: Calls): void {
  calls.on(contract.bindCode, ({ ctx, session }) => newBindCode(ctx, session.userId))

  calls.on(contract.bindCheck, async ({ ctx, input, session }) => {
    const machine = await deviceBoundBy(ctx.db, session.userId, input.code)
    return machine ? { bound: true, machine } : { bound: false }
  })

  calls.on(list.machineList, async ({ ctx, input, session }) => {
    return { page: await listDevices(ctx.db, { ...input, userId: session.userId, now: ctx.clock.now() }) }
  })

  calls.on(machineStatistics, async ({ ctx, session }) => {
    const now = ctx.clock.now()
    return { ...(await statistics(ctx.db, session.userId, now)), serverTime: unixSeconds(now) }
  })

  calls.on(alerts.muteDevice, async ({ ctx, input, session }) => {
    const device = await requireDevice(ctx.db, session, input.id)
    await muteDevice(ctx.db, device.id, input.isMuted)
    return {}
  })

  calls.on(contract.machineLog, async ({ ctx, input, session }) => {
    const device = await requireDevice(ctx.db, session, input.id)
    return deviceLog(ctx.db, { ...input, deviceId: device.id })
  })

  calls.on(list.machineRates, async ({ ctx, input, session }) => {
    const { id: deviceId } = await requireDevice(ctx.db, session, input.id)
    return { points: await ratesOf(ctx.db, { deviceId, span: input.span, now: ctx.clock.now() }) }
  })

  calls.on(machineYear, async ({ ctx, input: { id, from, hours }, session }) => {
    if (id !== undefined) await requireDevice(ctx.db, session, id)
    return yearOf(ctx.db, { userId: session.userId, deviceId: id, from: from * 1000, hours, now: ctx.clock.now() })
  })

  calls.on(contract.machineTotalTime, async ({ ctx, input, session }) => {
    if (input.id !== undefined) await requireDevice(ctx.db, session, input.id)
    return totalTime(ctx.db, { userId: session.userId, id: input.id })
  })

  calls.on(contract.userMachineCount, async ({ ctx, session }) => ({
    count: (await countDevices(ctx.db, session.userId, ctx.clock.now())).total,
  }))

  calls.on(contract.projectRuntime, async ({ ctx, input, session }) => {
    const refusal = rangeRefusal(input.startTime, input.endTime)
    if (refusal) throw new RefusalError(refusal)
    const range = { from: input.startTime * 1000, to: input.endTime * 1000 }
    return { list: await runtimeByProject(ctx.db, { userId: session.userId, ...range }) }
  })

  calls.on(contract.renameMachine, async ({ ctx, input, session }) => {
    const device = await requireDevice(ctx.db, session, input.id)
    const of = { name: input.name, now: ctx.clock.now() }
    await ctx.db.transaction().execute((db) => renameDevice(db, device, of))
    return {}
  })

  calls.on(contract.unbindMachine, async ({ ctx, input, session }) => {
    const device = await requireDevice(ctx.db, session, input.id)
    await ctx.db.transaction().execute((db) => unbindDevice(db, device, ctx.clock.now()))
    return {}
  })

  controlRoutes(calls)
}

function controlRoutes(calls: Calls): void {
  calls.on(control.wishOfMachines, async ({ ctx, input: { ids, ...wish }, session: { userId } }) => {
    await ctx.db.transaction().execute((db) => makeWish(db, { userId, ids, wish, now: ctx.clock.now() }))
    return {}
  })

  calls.on(control.withdrawWish, async ({ ctx, input: { ids }, session: { userId } }) => {
    await ctx.db.transaction().execute((db) => withdrawWishes(db, { userId, ids }))
    return {}
  })
}

/** Routes of the miner, under /agent. */
export function agentRoutes(app: FastifyInstance, ctx: Context): void {
  onAgent({ app, ctx }, agentBind, ({ input, ip }) => bindDevice(ctx, input, ip))

  onAgent({ app, ctx, isBatched: true }, agentWork, ({ input, deviceTokenHash }) =>
    assignWork(ctx, deviceTokenHash, input),
  )

  onAgent({ app, ctx, isBatched: true }, agentReport, ({ input, deviceTokenHash }) =>
    handleReport(ctx, deviceTokenHash, input),
  )

  onAgent({ app, ctx }, agentToday, ({ deviceTokenHash }) => todayOf(ctx, deviceTokenHash))
}

import * as contract from '#lib/contract/gpu.ts'
import * as machines from '#lib/contract/gpu-machines.ts'
import * as templates from '#lib/contract/gpu-templates.ts'
import { terminalTicket } from '#lib/contract/gpu-terminal.ts'
import { MAX_KEYS } from '#lib/rules/gpu.ts'
import { MAX_TEMPLATES } from '#lib/rules/gpu-templates.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Context } from '#service/platform/context.ts'
import { snapshot } from '#service/platform/db/snapshot.ts'
import type { Calls } from '#service/platform/http/calls.ts'
import { extend, release, restart } from './change-rental.ts'
import { hostedMachinesOf } from './hosted-machines.ts'
import { addKey, keyIdsOf, keysOf, removeKey, toKey } from './keys.ts'
import { ourTemplates } from './our-templates.ts'
import { offer, ownMachinesOf, renewToken, resume, setTemplates, stop } from './own-machines.ts'
import { closePort, publishPort } from './publish-port.ts'
import { publishedPortsOf } from './published-ports.ts'
import { offerDetail, offerPage } from './queries.ts'
import { rent } from './rent-gpu.ts'
import { setKeys } from './rental-keys.ts'
import { ownRental, rentalDetailOf, rentalPage, shownRental } from './rental-queries.ts'
import { ownTemplates, remove, save } from './templates.ts'
import { createTicket } from './terminal-tickets.ts'
import { setWait } from './waits.ts'

export function gpuRoutes(calls: Calls): void {
  calls.on(contract.gpuList, ({ ctx, input, session }) =>
    snapshot(ctx.db, (db) => offerPage(db, { ...input, userId: session.userId, now: ctx.clock.now() })),
  )

  calls.on(contract.gpuDetail, ({ ctx, input, session }) =>
    snapshot(ctx.db, (db) => offerDetail(db, { id: input.id, userId: session.userId, now: ctx.clock.now() })),
  )

  calls.on(contract.notifyWhenGpuFree, async ({ ctx, input, session }) => {
    await setWait(ctx, { ...input, userId: session.userId })
    return {}
  })

  calls.on(contract.gpuKeys, async ({ ctx, session }) => ({
    list: (await keysOf(ctx.db, session.userId)).map(toKey),
    most: MAX_KEYS,
  }))

  calls.on(contract.addGpuKey, ({ ctx, input, session }) => addKey(ctx, { ...input, userId: session.userId }))

  calls.on(contract.removeGpuKey, async ({ ctx, input, session }) => {
    await removeKey(ctx.db, { userId: session.userId, id: input.id })
    return {}
  })

  calls.on(contract.hostedGpus, ({ ctx, session }) =>
    snapshot(ctx.db, (db) => hostedMachinesOf(db, { userId: session.userId, now: ctx.clock.now() })),
  )

  templateRoutes(calls)
  rentalRoutes(calls)
  machineRoutes(calls)
}

function templateRoutes(calls: Calls): void {
  calls.on(templates.gpuTemplates, async ({ ctx, session }) => ({
    ours: ourTemplates.map(({ page: _, ...one }) => one),
    own: await ownTemplates(ctx, ctx.db, session.userId),
    most: MAX_TEMPLATES,
  }))

  calls.on(templates.saveTemplate, ({ ctx, input, session }) => save(ctx, { ...input, userId: session.userId }))

  calls.on(templates.removeTemplate, async ({ ctx, input, session }) => {
    await remove(ctx.db, { userId: session.userId, id: input.id })
    return {}
  })
}

function rentalRoutes(calls: Calls): void {
  calls.on(contract.rentGpu, async ({ ctx, input, session: { userId }, lang }) => {
    const { id } = await rent(ctx, { ...input, userId, lang })
    return snapshot(ctx.db, (db) => shownRental(ctx, db, { userId, id }))
  })

  calls.on(contract.myGpus, ({ ctx, input, session }) =>
    snapshot(ctx.db, (db) => rentalPage(ctx, db, { ...input, status: input.status, userId: session.userId })),
  )

  calls.on(contract.rentalDetail, ({ ctx, input, session }) =>
    snapshot(ctx.db, (db) => rentalDetailOf(ctx, db, { userId: session.userId, id: input.rentalId })),
  )

  calls.on(contract.releaseGpu, async ({ ctx, input, session: { userId } }) => {
    await release(ctx, { userId, id: input.rentalId })
    return snapshot(ctx.db, (db) => shownRental(ctx, db, { userId, id: input.rentalId }))
  })

  calls.on(contract.extendGpu, async ({ ctx, input, session: { userId } }) => {
    await extend(ctx, { userId, id: input.rentalId }, input.hours)
    return snapshot(ctx.db, (db) => shownRental(ctx, db, { userId, id: input.rentalId }))
  })

  calls.on(contract.setRentalKeys, async ({ ctx, input: { rentalId, keyIds }, session: { userId } }) => {
    await setKeys(ctx, { userId, id: rentalId }, keyIds)
    return snapshot(ctx.db, async (db) => {
      const { keys } = await ownRental(db, { userId, id: rentalId })
      return { keyIds: await keyIdsOf(db, { userId, keys }) }
    })
  })

  calls.on(contract.publishPort, async ({ ctx, input: { rentalId, port }, session: { userId } }) => {
    await publishPort(ctx, { userId, id: rentalId }, port)
    return portsOf(ctx, { userId, id: rentalId })
  })

  calls.on(contract.closePort, async ({ ctx, input: { rentalId, port }, session: { userId } }) => {
    await closePort(ctx, { userId, id: rentalId }, port)
    return portsOf(ctx, { userId, id: rentalId })
  })

  calls.on(terminalTicket, async ({ ctx, input, session: { userId } }) => ({
    ticket: await createTicket(ctx, { ...input, userId }),
  }))

  calls.on(contract.restartGpu, async ({ ctx, input, session: { userId } }) => {
    await restart(ctx, { userId, id: input.rentalId })
    return snapshot(ctx.db, (db) => shownRental(ctx, db, { userId, id: input.rentalId }))
  })
}

const portsOf = async (ctx: Context, of: { userId: string; id: string }) =>
  snapshot(ctx.db, async (db) => ({ ports: (await publishedPortsOf(ctx, db, await ownRental(db, of))) ?? [] }))

function machineRoutes(calls: Calls): void {
  calls.on(machines.offerMachine, ({ ctx, input, session: { userId }, lang }) => offer(ctx, { ...input, userId, lang }))

  calls.on(machines.ownMachines, async ({ ctx, session: { userId }, lang }) => ({
    list: await ownMachinesOf(ctx.db, { userId, lang, now: ctx.clock.now() }),
    serverTime: unixSeconds(ctx.clock.now()),
  }))

  calls.on(machines.machineToken, ({ ctx, input, session: { userId }, lang }) =>
    renewToken(ctx, { ...input, userId, lang }),
  )

  calls.on(machines.stopMachine, ({ ctx, input, session: { userId }, lang }) => stop(ctx, { ...input, userId, lang }))

  calls.on(machines.setMachineTemplates, ({ ctx, input, session: { userId }, lang }) =>
    setTemplates(ctx, { ...input, userId, lang }),
  )

  calls.on(machines.resumeMachine, ({ ctx, input, session: { userId }, lang }) =>
    resume(ctx, { ...input, userId, lang }),
  )
}

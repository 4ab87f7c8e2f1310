import * as contract from '#lib/contract/ambassadors.ts'
import { rangeRefusal } from '#lib/rules/range.ts'
import { dayAt, startOf } from '#lib/time/days.ts'
import type { Calls } from '#service/platform/http/calls.ts'
import type { Reads } from '#service/platform/http/reads.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { apply } from './applications.ts'
import { ambassadorInfo, deviceHistory, profitPage, sharesOn } from './queries.ts'

export function ambassadorReads(reads: Reads): void {
  reads.on(contract.ambassadorSharesRead, async ({ db, clock }) => ({ shares: await sharesOn(db, dayAt(clock.now())) }))
}

export function ambassadorRoutes(calls: Calls): void {
  calls.on(contract.ambassadorInfo, ({ ctx, session }) => ambassadorInfo(ctx.db, session.userId, ctx.clock.now()))

  calls.on(contract.ambassadorDevices, async ({ ctx, input, session }) => {
    const refusal = rangeRefusal(startOf(input.startDate) / 1000, startOf(input.endDate) / 1000)
    if (refusal) throw new RefusalError(refusal)
    return deviceHistory(ctx.db, { ...input, userId: session.userId })
  })

  calls.on(contract.ambassadorProfits, ({ ctx, input, session }) => profitPage(ctx.db, session.userId, input))

  calls.on(contract.applyAsAmbassador, async ({ ctx, input, session }) => {
    await apply(ctx, { userId: session.userId, contact: input.contact })
    return {}
  })
}

import type { ParsedRequestOf } from '#lib/contract/endpoint.ts'
import { requestWithdrawal as request } from '#lib/contract/withdrawal-request.ts'
import * as contract from '#lib/contract/withdrawals.ts'
import { snapshot } from '#service/platform/db/snapshot.ts'
import { nameOf } from '#service/platform/enum-codec.ts'
import type { Calls } from '#service/platform/http/calls.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { cancelWithdrawal } from './cancel-withdrawal.ts'
import { feeList } from './fees.ts'
import { withdrawalOverviewOf, withdrawalPage } from './queries.ts'
import { requestWithdrawal } from './request-withdrawal.ts'
import type { Status } from './rules.ts'

const { withdrawalStatus } = contract

/** Intersection of `status` and `muchStatus`; undefined when neither filters. */
function statusesOf({
  status,
  muchStatus,
}: ParsedRequestOf<typeof contract.withdrawalList>): readonly Status[] | undefined {
  const some = muchStatus?.length ? muchStatus.map((one) => nameOf(withdrawalStatus, one)) : undefined
  if (status === withdrawalStatus.any) return some
  const name = nameOf(withdrawalStatus, status)
  return some === undefined || some.includes(name) ? [name] : []
}

export function withdrawalRoutes(calls: Calls): void {
  calls.on(contract.withdrawalFee, async ({ ctx }) => ({ list: await feeList(ctx.db) }))

  calls.on(request, ({ ctx, input, session, lang, ip, userAgent }) =>
    requestWithdrawal(ctx, { ...input, userId: session.userId, lang, ip, userAgent }),
  )

  calls.on(contract.cancelWithdrawal, ({ ctx, input, session }) =>
    cancelWithdrawal(ctx, { userId: session.userId, id: input._id }),
  )

  calls.on(contract.withdrawalList, ({ ctx, input, session }) => {
    const { startTime, endTime } = input
    if (startTime !== undefined && endTime !== undefined && endTime < startTime)
      throw new RefusalError('RANGE_REVERSED')
    const filter = { ...input, userId: session.userId, statuses: statusesOf(input) }
    return snapshot(ctx.db, (db) => withdrawalPage(db, filter, { ...input, now: ctx.clock.now() }))
  })

  calls.on(contract.withdrawalOverview, ({ ctx, session }) =>
    snapshot(ctx.db, (db) => withdrawalOverviewOf(db, session.userId, ctx.clock.now())),
  )
}

import * as contract from '#lib/contract/balance.ts'
import { snapshot } from '#service/platform/db/snapshot.ts'
import type { Calls } from '#service/platform/http/calls.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { boundedUsdt } from '../deposits/amounts.ts'
import { claimPayment } from '../deposits/claim.ts'
import { balanceOverviewOf, consumptionPage, rechargeOf, rechargePage } from './queries.ts'
import { requestRecharge } from './request-recharge.ts'
import { setThreshold } from './threshold.ts'

interface Range {
  startTime?: number | undefined
  endTime?: number | undefined
}

function assertRangeInOrder({ startTime, endTime }: Range): void {
  if (startTime !== undefined && endTime !== undefined && endTime < startTime) throw new RefusalError('RANGE_REVERSED')
}

export function balanceRoutes(calls: Calls): void {
  calls.on(contract.balanceOverview, ({ ctx, session }) =>
    snapshot(ctx.db, (db) => balanceOverviewOf(db, session.userId)),
  )

  calls.on(contract.setBalanceThreshold, async ({ ctx, input, session }) => {
    const threshold = input.amount === null ? null : boundedUsdt('amount', input.amount)
    await setThreshold(ctx, { userId: session.userId, threshold })
    return balanceOverviewOf(ctx.db, session.userId)
  })

  calls.on(contract.recharge, ({ ctx, input, session }) => requestRecharge(ctx, { ...input, userId: session.userId }))

  calls.on(contract.rechargeDetail, async ({ ctx, input, session }) => {
    const found = await rechargeOf(ctx, ctx.db, { userId: session.userId, id: input.id })
    if (!found) throw new RefusalError('RECHARGE_UNKNOWN')
    if (!input.look && input.transactionId === undefined) return found
    if (!(await ctx.limits.count('moneyUser', session.userId))) return found
    const { id: subjectId, transactionId } = input
    await claimPayment(ctx, { purpose: 'recharge', subjectId, userId: session.userId, transactionId })
    return (await rechargeOf(ctx, ctx.db, { userId: session.userId, id: input.id })) ?? found
  })

  calls.on(contract.rechargeList, ({ ctx, input, session }) => {
    assertRangeInOrder(input)
    return snapshot(ctx.db, (db) => rechargePage(ctx, db, { ...input, userId: session.userId }))
  })

  calls.on(contract.consumptionList, ({ ctx, input, session }) => {
    assertRangeInOrder(input)
    return snapshot(ctx.db, (db) => consumptionPage(db, { ...input, userId: session.userId }))
  })
}

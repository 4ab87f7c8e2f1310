import { earningList } from '#lib/contract/earning-list.ts'
import * as contract from '#lib/contract/earnings.ts'
import { rangeRefusal } from '#lib/rules/range.ts'
import { dayAfter, dayAt, startOf } from '#lib/time/days.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import { snapshot } from '#service/platform/db/snapshot.ts'
import type { Calls } from '#service/platform/http/calls.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { lastSettledDay } from './days.ts'
import { overview } from './overview.ts'
import { coinSummary, dailyIncomeOf, earningDays, earningPage } from './queries.ts'

export function earningRoutes(calls: Calls): void {
  calls.on(contract.earningsOverview, ({ ctx, session }) => {
    const { settlementSeconds } = ctx.config
    const of = {
      userId: session.userId,
      now: ctx.clock.now(),
      settlementSeconds,
      ordersSince: ctx.contributions.ordersSince,
    }
    return snapshot(ctx.db, (db) => overview(db, of))
  })

  calls.on(earningList, ({ ctx, input, session }) => {
    const { startTime, endTime } = input
    if (startTime !== undefined && endTime !== undefined && endTime < startTime)
      throw new RefusalError('RANGE_REVERSED')
    return snapshot(ctx.db, (db) => earningPage(db, { ...input, userId: session.userId }, input))
  })

  calls.on(contract.dailyIncome, ({ ctx, input, session }) => {
    const refusal = rangeRefusal(unixSeconds(startOf(input.startDate)), unixSeconds(startOf(input.endDate)))
    if (refusal) throw new RefusalError(refusal)
    return snapshot(ctx.db, async (db) =>
      dailyIncomeOf(db, {
        ...input,
        userId: session.userId,
        settledDay: await lastSettledDay(db, ctx.clock.now()),
      }),
    )
  })

  calls.on(contract.earningsByDay, ({ ctx, input, session }) =>
    snapshot(ctx.db, (db) => earningDays(db, { userId: session.userId, type: input.type }, input)),
  )

  calls.on(contract.currencyOverview, ({ ctx, input, session }) => {
    const now = ctx.clock.now()
    const yesterday = dayAfter(dayAt(now), -1)
    return snapshot(ctx.db, async (db) => {
      const isSettled = (await lastSettledDay(db, now)) >= yesterday
      return coinSummary(db, { ...input, userId: session.userId }, isSettled ? yesterday : undefined)
    })
  })
}

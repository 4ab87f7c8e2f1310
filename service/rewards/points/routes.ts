import * as contract from '#lib/contract/points.ts'
import { rangeRefusal } from '#lib/rules/range.ts'
import { dayAt } from '#lib/time/days.ts'
import { lastSettledDay } from '#service/money/earnings/days.ts'
import { snapshot } from '#service/platform/db/snapshot.ts'
import type { Calls } from '#service/platform/http/calls.ts'
import type { Reads } from '#service/platform/http/reads.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { pointsOverview } from './overview.ts'
import { pointPage, pointsByDay } from './queries.ts'
import { pointRateOn } from './rates.ts'

export function pointReads(reads: Reads): void {
  reads.on(contract.pointRateRead, async ({ db, clock }) => {
    const { perTera } = await pointRateOn(db, dayAt(clock.now()))
    return { points: perTera.toString() }
  })
}

export function pointRoutes(calls: Calls): void {
  calls.on(contract.pointsOverview, ({ ctx, session }) => {
    const of = {
      userId: session.userId,
      now: ctx.clock.now(),
      settlementSeconds: ctx.config.settlementSeconds,
    }
    return snapshot(ctx.db, (db) => pointsOverview(db, of))
  })

  calls.on(contract.pointList, ({ ctx, input, session }) => {
    const { startTime, endTime } = input
    if (startTime !== undefined && endTime !== undefined && endTime < startTime)
      throw new RefusalError('RANGE_REVERSED')
    return snapshot(ctx.db, (db) => pointPage(db, { ...input, userId: session.userId }, input))
  })

  calls.on(contract.pointStatistics, ({ ctx, input, session }) => {
    const refusal = rangeRefusal(input.startTime, input.endTime)
    if (refusal) throw new RefusalError(refusal)
    return snapshot(ctx.db, async (db) => {
      const settledDay = await lastSettledDay(db, ctx.clock.now())
      return pointsByDay(db, { ...input, userId: session.userId, settledDay })
    })
  })
}

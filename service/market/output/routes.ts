import { sharedWatchRead } from '#lib/contract/shared-watch.ts'
import * as contract from '#lib/contract/watcher.ts'
import { planType } from '#lib/rules/plans.ts'
import { rangeRefusal } from '#lib/rules/range.ts'
import { dayAfter, dayAt, startOf } from '#lib/time/days.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Context } from '#service/platform/context.ts'
import { snapshot } from '#service/platform/db/snapshot.ts'
import { nameOf } from '#service/platform/enum-codec.ts'
import type { Calls } from '#service/platform/http/calls.ts'
import type { Reads } from '#service/platform/http/reads.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { ownOrder } from '../orders/queries.ts'
import { outputByDay } from './by-day.ts'
import { linesOf } from './lines.ts'
import { linkSince, makeLink, ownerOf, revokeLink } from './links.ts'
import { watcherPage } from './watcher.ts'

/** Days that a shared watcher shows, today included. */
const SHARED_DAYS = 14

export function outputRoutes(calls: Calls): void {
  calls.on(contract.watcher, ({ ctx, input, session }) =>
    snapshot(ctx.db, async (db) => {
      const now = ctx.clock.now()
      const filter = {
        userId: session.userId,
        type: input.type && nameOf(planType, input.type),
        statuses: input.runningStatus,
      }
      return { ...(await watcherPage(db, filter, { ...input, now })), serverTime: unixSeconds(now) }
    }),
  )

  calls.on(contract.watcherView, ({ ctx, session }) =>
    snapshot(ctx.db, async (db) => {
      const now = ctx.clock.now()
      return { lines: await linesOf(db, session.userId, now), serverTime: unixSeconds(now) }
    }),
  )

  calls.on(contract.watcherDays, ({ ctx, input, session }) => {
    const refusal = rangeRefusal(unixSeconds(startOf(input.startDate)), unixSeconds(startOf(input.endDate)))
    if (refusal) throw new RefusalError(refusal)
    return snapshot(ctx.db, async (db) => {
      if (input.orderNo !== undefined && !(await ownOrder(db, session.userId, input.orderNo)))
        throw new RefusalError('ORDER_UNKNOWN')
      return {
        coins: await outputByDay(db, {
          ...input,
          type: nameOf(planType, input.type),
          userId: session.userId,
          now: ctx.clock.now(),
        }),
      }
    })
  })

  linkRoutes(calls)
}

function linkRoutes(calls: Calls): void {
  calls.on(contract.watchLink, async ({ ctx, session }) => {
    const since = await linkSince(ctx.db, session.userId)
    return { since: since && unixSeconds(since) }
  })

  calls.on(contract.createWatchLink, async ({ ctx, session }) => {
    const now = ctx.clock.now()
    return { secret: await makeLink(ctx.db, session.userId, now), since: unixSeconds(now) }
  })

  calls.on(contract.revokeWatchLink, async ({ ctx, session }) => {
    await revokeLink(ctx.db, session.userId)
    return {}
  })
}

export function outputReads(reads: Reads): void {
  const shared = (ctx: Context, secret: string) =>
    snapshot(ctx.db, async (db) => {
      const userId = await ownerOf(db, secret)
      if (userId === undefined) return null
      const now = ctx.clock.now()
      const endDate = dayAt(now)
      const coins = await outputByDay(db, { userId, startDate: dayAfter(endDate, 1 - SHARED_DAYS), endDate, now })
      return { lines: await linesOf(db, userId, now), coins, serverTime: unixSeconds(now) }
    })
  reads.on(sharedWatchRead, (ctx, query) => shared(ctx, query('secret') ?? ''), { isCached: false })
}

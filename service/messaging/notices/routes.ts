import * as contract from '#lib/contract/notices.ts'
import type { Calls } from '#service/platform/http/calls.ts'
import { markNoticesRead, noticePage } from './queries.ts'

export function noticeRoutes(calls: Calls): void {
  calls.on(contract.noticeList, ({ ctx, input, session }) =>
    noticePage(ctx.db, { userId: session?.userId, isRead: input.isRead, now: ctx.clock.now() }, input),
  )

  calls.on(contract.unreadNotices, ({ ctx, input, session }) =>
    noticePage(ctx.db, { userId: session.userId, isRead: false, now: ctx.clock.now() }, input),
  )

  calls.on(contract.markNoticesRead, ({ ctx, input, session }) =>
    markNoticesRead(ctx.db, { userId: session.userId, ids: input.ids, now: ctx.clock.now() }),
  )

  calls.on(contract.markAllNoticesRead, ({ ctx, session }) =>
    markNoticesRead(ctx.db, { userId: session.userId, now: ctx.clock.now() }),
  )
}

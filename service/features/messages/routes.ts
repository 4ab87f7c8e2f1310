import * as contract from '#lib/contract/messages.ts'
import type { Calls } from '../../http/calls.ts'
import { markRead, messagePage, unreadCounts } from './queries.ts'

export function messageRoutes(calls: Calls): void {
  calls.on(contract.messageList, ({ ctx, input, session, lang }) =>
    messagePage(ctx.db, { ...input, userId: session.userId, now: ctx.clock.now() }, { ...input, lang }),
  )

  calls.on(contract.unreadMessages, ({ ctx, session }) => unreadCounts(ctx.db, session.userId, ctx.clock.now()))

  calls.on(contract.markRead, ({ ctx, input, session }) =>
    markRead(ctx.db, { userId: session.userId, ids: input.ids, now: ctx.clock.now() }),
  )

  calls.on(contract.markAllRead, ({ ctx, session }) =>
    markRead(ctx.db, { userId: session.userId, now: ctx.clock.now() }),
  )
}

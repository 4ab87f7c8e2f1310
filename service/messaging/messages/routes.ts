import * as contract from '#lib/contract/messages.ts'
import { unreadMessages } from '#lib/contract/unread.ts'
import type { Calls } from '#service/platform/http/calls.ts'
import { publish } from '#service/platform/live/publish.ts'
import { markRead, messagePage, unreadCounts } from './queries.ts'

export function messageRoutes(calls: Calls): void {
  calls.on(contract.messageList, ({ ctx, input, session, lang }) =>
    messagePage(ctx.db, { ...input, userId: session.userId, now: ctx.clock.now() }, { ...input, lang }),
  )

  calls.on(unreadMessages, ({ ctx, session }) => unreadCounts(ctx.db, session.userId, ctx.clock.now()))

  // Also updates the user's pages in other browsers.
  calls.on(contract.markRead, async ({ ctx, input, session }) => {
    const read = await markRead(ctx.db, { userId: session.userId, ids: input.ids, now: ctx.clock.now() })
    if (read.read > 0) await publish(ctx.db, session.userId)
    return read
  })

  calls.on(contract.markAllRead, async ({ ctx, session }) => {
    const read = await markRead(ctx.db, { userId: session.userId, now: ctx.clock.now() })
    if (read.read > 0) await publish(ctx.db, session.userId)
    return read
  })
}

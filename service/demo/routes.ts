import { demoEnter } from '#lib/contract/demo.ts'
import { browserOf } from '#service/identity/sign-in/sign-in.ts'
import { noteEvent } from '#service/identity/users/events.ts'
import { toUserInfo } from '#service/identity/users/queries.ts'
import type { Calls } from '#service/platform/http/calls.ts'
import { openSession } from '#service/platform/http/sessions.ts'
import { firstPerson } from './people.ts'

export function demoRoutes(calls: Calls): void {
  calls.on(demoEnter, async ({ ctx, ...visitor }) => {
    const user = await firstPerson(ctx)
    const browser = browserOf(ctx, user.id, visitor.userAgent)
    const now = ctx.clock.now()
    return ctx.db.transaction().execute(async (db) => {
      const token = await openSession(db, now, user.id, browser)
      await noteEvent(db, { userId: user.id, kind: 'signed-in', detail: 'demo', now, visitor })
      return { token, userInfo: toUserInfo(user) }
    })
  })
}

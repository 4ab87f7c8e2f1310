import { demoEnter } from '#lib/contract/demo.ts'
import type { Calls } from '../http/calls.ts'
import { openSession } from '../http/sessions.ts'
import { browserOf } from '../sign-in/entering.ts'
import { shapeUser, userByName } from '../users/queries.ts'
import { DEMO_USER } from './people.ts'

export function demoRoutes(calls: Calls): void {
  calls.on(demoEnter, async ({ ctx, userAgent }) => {
    const user = await userByName(ctx.db, DEMO_USER)
    if (!user) throw new Error('the demo has no account to enter')
    const browser = browserOf(ctx, user.id, userAgent)
    return { token: await openSession(ctx.db, ctx.clock.now(), user.id, browser), userInfo: shapeUser(user) }
  })
}

import * as contract from '#lib/contract/own-account.ts'
import { minuteFrom } from '#service/platform/clock.ts'
import { snapshot } from '#service/platform/db/snapshot.ts'
import type { Calls } from '#service/platform/http/calls.ts'
import { requireProof } from '../sign-in/step-up.ts'
import { setName } from '../users/changes.ts'
import { noteEvent } from '../users/events.ts'
import { toUserInfo, userById } from '../users/queries.ts'
import { cancelClosing, closingState, requestClosing } from './close-account.ts'
import { exportUserData } from './export.ts'

export function ownAccountRoutes(calls: Calls): void {
  calls.on(contract.renameUser, async ({ ctx, input, session, ...visitor }) => {
    const { userId } = session
    await ctx.db.transaction().execute(async (db) => {
      await setName(db, userId, input.name)
      await noteEvent(db, { userId, kind: 'name-changed', detail: input.name, now: ctx.clock.now(), visitor })
    })
    return toUserInfo(await userById(ctx.db, userId))
  })

  calls.on(contract.exportData, async ({ ctx, session, ...visitor }) => {
    const { userId } = session
    await requireProof(ctx, session)
    await ctx.limits.spend('exportUser', userId)
    await noteEvent(ctx.db, { userId, kind: 'data-exported', now: ctx.clock.now(), visitor })
    return { data: await exportUserData(ctx, userId) }
  })

  calls.on(contract.closing, ({ ctx, session }) => snapshot(ctx.db, (db) => closingState(ctx, db, session.userId)))

  calls.on(contract.closeAccount, async ({ ctx, input: { balance }, session, ...visitor }) => ({
    closesAt: minuteFrom(await requestClosing(ctx, { session, visitor, balance })),
  }))

  calls.on(contract.keepAccount, async ({ ctx, session, ...visitor }) => {
    await cancelClosing(ctx, session.userId, visitor)
    return {}
  })
}

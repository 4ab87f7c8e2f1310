import * as contract from '#lib/contract/invitations.ts'
import { refuseRemindersByMail } from '#lib/contract/reminders.ts'
import { inviteCodeIn, isInviteCode } from '#lib/rules/invitations.ts'
import { rangeRefusal } from '#lib/rules/range.ts'
import { startOf } from '#lib/time/days.ts'
import type { Calls } from '#service/platform/http/calls.ts'
import type { Reads } from '#service/platform/http/reads.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { invitationCounts, invitationDays, invitationPage } from './queries.ts'
import { referralRewardPage } from './referral-rewards.ts'
import { refuseByTicket, refuseReminders, remindInvitee } from './reminders.ts'
import { inviterName, shareOf } from './share-link.ts'

export function invitationRoutes(calls: Calls): void {
  calls.on(contract.inviteList, ({ ctx, input, session }) =>
    invitationPage(ctx.db, { ...input, userId: session.userId, now: ctx.clock.now() }, input),
  )

  calls.on(contract.inviteCount, ({ ctx, session }) => invitationCounts(ctx.db, session.userId, ctx.clock.now()))

  calls.on(contract.inviteStatistics, async ({ ctx, input, session }) => {
    const refusal = rangeRefusal(startOf(input.startDate) / 1000, startOf(input.endDate) / 1000)
    if (refusal) throw new RefusalError(refusal)
    return invitationDays(ctx.db, { ...input, userId: session.userId })
  })

  calls.on(contract.inviteOrderList, ({ ctx, input, session }) =>
    referralRewardPage(ctx.db, { userId: session.userId, id: input.id }, input),
  )

  calls.on(contract.shareH5, ({ ctx, session, lang }) => shareOf(ctx, session.userId, lang))

  calls.on(contract.remindInvitee, ({ ctx, input, session }) =>
    remindInvitee(ctx, { userId: session.userId, id: input.id }),
  )

  calls.on(contract.refuseReminders, async ({ ctx, session }) => {
    await refuseReminders(ctx.db, session.userId, ctx.clock.now())
    return {}
  })

  calls.on(refuseRemindersByMail, async ({ ctx, input, ip }) => {
    await ctx.limits.spend('codeTriesIp', ip)
    await refuseByTicket(ctx, input.ticket)
    return {}
  })
}

export function invitationReads(reads: Reads): void {
  reads.on(contract.inviterRead, (ctx, query) => {
    const code = inviteCodeIn(query('code') ?? '')
    return isInviteCode(code) ? inviterName(ctx.db, code) : Promise.resolve({ name: null })
  })
}

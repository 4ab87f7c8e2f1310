import { createHmac, timingSafeEqual } from 'node:crypto'
import { REMINDER_EVERY_SECONDS } from '#lib/rules/invitations.ts'
import { maskName } from '#lib/text/mask-email.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { userById } from '#service/identity/users/queries.ts'
import { queueLetter, writeLetter } from '#service/messaging/mail/letters.ts'
import { pageAddress } from '#service/messaging/mail/page-address.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { missingOf } from './progress.ts'

const letters = { device: 'remindDevice', hours: 'remindHours', revenue: 'remindRevenue' } as const

const proofOf = (pepper: string, inviteeId: string): string =>
  createHmac('sha256', pepper).update(`no-reminders:${inviteeId}`).digest('base64url')

/** Ticket in the link of a reminder, an HMAC that only authorises ending its reader's reminders. */
export const ticketOf = (pepper: string, inviteeId: string): string => `${inviteeId}.${proofOf(pepper, inviteeId)}`

/** Mails an invitee the next missing condition, at most once a week, unless the invitee has refused reminders. */
export async function remindInvitee(ctx: Context, of: { userId: string; id: string }): Promise<{ nextAt: number }> {
  await ctx.limits.spend('remindUser', of.userId)
  return ctx.db.transaction().execute(async (db) => {
    const now = ctx.clock.now()
    const row = await db
      .selectFrom('invitations')
      .innerJoin('users', 'users.id', 'invitations.invitee_id')
      .selectAll('invitations')
      .select('users.username')
      .where('invitations.id', '=', of.id)
      .where('invitations.inviter_id', '=', of.userId)
      .forUpdate('invitations')
      .executeTakeFirst()
    if (!row) throw new RefusalError('INVITATION_UNKNOWN')
    if (row.reminders_refused_at) throw new RefusalError('REMINDERS_REFUSED')
    const missing = missingOf({
      linked: row.linked_at !== null,
      validDay: row.valid_day,
      earnedDay: row.earned_day,
    })
    if (missing === null) throw new RefusalError('REMINDER_NEEDLESS')
    const nextAt = (row.reminded_at?.getTime() ?? -Infinity) + REMINDER_EVERY_SECONDS * 1000
    if (nextAt > now) throw new RefusalError('REMINDER_TOO_SOON', { time: utcDateTime(unixSeconds(nextAt)) })
    await db
      .updateTable('invitations')
      .set({ reminded_at: new Date(now) })
      .where('id', '=', row.id)
      .execute()
    const inviter = await userById(db, of.userId)
    const values = {
      inviter: maskName(inviter.name),
      origin: ctx.config.origin,
      stop: `${pageAddress(ctx, row.lang, '/no-reminders')}?ticket=${ticketOf(ctx.pepper, row.invitee_id)}`,
    }
    const letter = { to: row.username, lang: row.lang, kind: letters[missing] }
    await queueLetter(ctx, db, writeLetter(ctx, letter, values))
    return { nextAt: unixSeconds(now) + REMINDER_EVERY_SECONDS }
  })
}

/** Ends the reminders of an invitee for good. */
export async function refuseReminders(db: Database, inviteeId: string, now: number): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ reminders_refused_at: new Date(now) })
    .where('invitee_id', '=', inviteeId)
    .where('reminders_refused_at', 'is', null)
    .execute()
}

/** Ends reminders by the ticket of a mail, without a session. Refuses TICKET_WRONG. */
export async function refuseByTicket(ctx: Context, ticket: string): Promise<void> {
  const [inviteeId = '', proof = ''] = ticket.split('.')
  const provided = Buffer.from(proof)
  const right = Buffer.from(proofOf(ctx.pepper, inviteeId))
  if (provided.length !== right.length || !timingSafeEqual(provided, right)) throw new RefusalError('TICKET_WRONG')
  await refuseReminders(ctx.db, inviteeId, ctx.clock.now())
}

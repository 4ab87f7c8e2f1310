import { FACTOR_REMINDER_MS, FACTOR_WAIT_MS } from '#lib/rules/sign-in.ts'
import { HOLD_AFTER_CREDENTIALS_MS } from '#lib/rules/withdrawals.ts'
import { utcDateTime, utcMinuteFrom } from '#lib/time/format.ts'
import { takeCode } from '#service/identity/sign-in/email-codes.ts'
import { queueLetter, writeLetter } from '#service/messaging/mail/letters.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Lang } from '#service/platform/http/messages.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { addRecovery, markReminded, recoveriesDue, recoveryOf, removeRecovery } from '../sign-in/factor-recoveries.ts'
import { endAllSessions, spendTicketTry } from '../sign-in/factor-tickets.ts'
import { hasFactor, removeFactor } from '../sign-in/factors.ts'
import type { Visitor } from '../sign-in/sign-in.ts'
import { noteEvent } from '../users/events.ts'
import { holdForCredentials } from '../users/holds.ts'
import { lockUser, userById } from '../users/queries.ts'

/**
 * Starts the waiting time after which a lost second factor is removed. Withdrawals are held for the whole time and a day more.
 * The owner gets a mail now, a day before the end, and at the end; anybody who can still sign in cancels it.
 */
export async function requestFactorRecovery(
  ctx: Context,
  request: { ticket: string; verifyCode: string },
  visitor: Visitor,
): Promise<Date> {
  await ctx.limits.spend('codeTriesIp', visitor.ip)
  const { user_id: userId } = await spendTicketTry(ctx, request.ticket)
  const { username } = await userById(ctx.db, userId)
  if (!(await takeCode(ctx, { username, purpose: 'lost-factor', code: request.verifyCode, ip: visitor.ip })))
    throw new RefusalError('CODE_WRONG')
  return ctx.db.transaction().execute(async (db) => {
    await lockUser(db, userId)
    const now = ctx.clock.now()
    const known = await recoveryOf(db, userId)
    if (known) return known.due_at
    if (!(await hasFactor(db, userId))) throw new RefusalError('TICKET_GONE')
    const due = new Date(now + FACTOR_WAIT_MS)
    const row = { user_id: userId, asked_at: new Date(now), due_at: due, reminded_at: null, lang: visitor.lang }
    await addRecovery(db, row)
    await holdForCredentials(ctx, db, { userId, now, forMs: FACTOR_WAIT_MS + HOLD_AFTER_CREDENTIALS_MS })
    await noteEvent(db, { userId, kind: 'recovery-asked', now, visitor })
    await queueRecoveryLetter(ctx, db, { to: username, lang: visitor.lang, kind: 'factorLost', due, now })
    return due
  })
}

/** Cancels the recovery: the user is signed in, or has just given a code of the factor. */
export async function cancelFactorRecovery(ctx: Context, userId: string, visitor: Visitor): Promise<void> {
  await ctx.db.transaction().execute(async (db) => {
    const { username } = await lockUser(db, userId)
    if (!(await removeRecovery(db, userId))) return
    const now = ctx.clock.now()
    await noteEvent(db, { userId, kind: 'recovery-stopped', now, visitor })
    await queueRecoveryLetter(ctx, db, {
      to: username,
      lang: visitor.lang,
      kind: 'factorLossStopped',
      due: new Date(now),
      now,
    })
  })
}

/**
 * Sends reminders of recoveries that end within a day, and completes those that are due; each once, from whichever node comes
 * first.
 */
export async function completeFactorRecoveries(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const due = await recoveriesDue(ctx.db, { now: new Date(now), remindBefore: new Date(now + FACTOR_REMINDER_MS) })
  for (const { user_id } of due) await ctx.db.transaction().execute((db) => completeFactorRecovery(ctx, db, user_id))
}

async function completeFactorRecovery(ctx: Context, db: Database, userId: string): Promise<void> {
  const { username } = await lockUser(db, userId)
  const now = ctx.clock.now()
  const row = await recoveryOf(db, userId)
  if (!row) return
  const letter = { to: username, lang: row.lang, due: row.due_at, now }
  if (row.due_at.getTime() > now) {
    if (row.reminded_at) return
    await markReminded(db, userId, new Date(now))
    return queueRecoveryLetter(ctx, db, { ...letter, kind: 'factorLostSoon' })
  }
  await removeFactor(db, userId)
  await endAllSessions(db, now, userId)
  await holdForCredentials(ctx, db, { userId, now })
  await noteEvent(db, { userId, kind: 'recovery-done', now })
  await queueRecoveryLetter(ctx, db, { ...letter, kind: 'factorLostDone' })
}

type RecoveryLetter = 'factorLost' | 'factorLostSoon' | 'factorLostDone' | 'factorLossStopped'

async function queueRecoveryLetter(
  ctx: Context,
  db: Database,
  of: { to: string; lang: Lang; kind: RecoveryLetter; due: Date; now: number },
): Promise<void> {
  const values = {
    time: utcDateTime(unixSeconds(of.now)),
    due: utcMinuteFrom(of.due.getTime()),
  }
  await queueLetter(ctx, db, writeLetter(ctx, of, values))
}

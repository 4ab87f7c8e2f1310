import type { SecurityEventKind } from '#lib/rules/sign-in.ts'
import { utcDateTime, utcMinuteFrom } from '#lib/time/format.ts'
import { readableEmail } from '#service/messaging/mail/email-address.ts'
import { queueLetter, writeLetter } from '#service/messaging/mail/letters.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import type { Session } from '#service/platform/http/sessions.ts'
import { spendTotpStep } from '../sign-in/check-factor.ts'
import { newSecret, uriOf } from '../sign-in/factor-codes.ts'
import { confirmSaved, encryptSecret, factorOf, hasFactor, removeFactor, saveUnconfirmed } from '../sign-in/factors.ts'
import type { Visitor } from '../sign-in/sign-in.ts'
import { requireProof } from '../sign-in/step-up.ts'
import { noteEvent } from '../users/events.ts'
import { holdForCredentials } from '../users/holds.ts'
import { lockUser, userById } from '../users/queries.ts'
import { replaceRecoveryCodes } from './queries.ts'

export interface Actor {
  session: Session
  visitor: Visitor
}

/** Creates a secret, which has no effect until a code confirms it. */
export async function beginFactor(ctx: Context, session: Session): Promise<{ secret: string; uri: string }> {
  await requireProof(ctx, session)
  const { username } = await userById(ctx.db, session.userId)
  const secret = newSecret()
  await ctx.db.transaction().execute(async (db) => {
    await lockUser(db, session.userId)
    if (await hasFactor(db, session.userId)) throw new RefusalError('FACTOR_ON')
    const values = {
      box: encryptSecret(ctx, session.userId, secret),
      created_at: new Date(ctx.clock.now()),
      last_step: 0n,
    }
    await saveUnconfirmed(db, session.userId, values)
  })
  return { secret, uri: uriOf(secret, readableEmail(username)) }
}

/** Enables the second factor. */
export async function confirmFactor(ctx: Context, { session, visitor }: Actor, code: string): Promise<string[]> {
  await requireProof(ctx, session)
  const { userId } = session
  const factor = await factorOf(ctx.db, userId)
  if (!factor) throw new RefusalError('FACTOR_NOT_BEGUN')
  if (factor.since) throw new RefusalError('FACTOR_ON')
  const guesses = `${userId}:session`
  await ctx.limits.spend('factorUser', guesses)
  await spendTotpStep(ctx, factor, code)
  await ctx.limits.reset('factorUser', guesses)
  return ctx.db.transaction().execute(async (db) => {
    const { username } = await lockUser(db, userId)
    const now = ctx.clock.now()
    if (!(await confirmSaved(db, { userId, box: factor.box, now }))) throw new RefusalError('FACTOR_NOT_BEGUN')
    const codes = await replaceRecoveryCodes(ctx, db, userId)
    await recordChange(ctx, db, { userId, username, now, visitor, event: 'factor-on', kind: 'factorOn' })
    return codes
  })
}

/** Disables the second factor. Withdrawals are held, as after a change of password. */
export async function endFactor(ctx: Context, { session, visitor }: Actor): Promise<Date> {
  await requireProof(ctx, session)
  const { userId } = session
  return ctx.db.transaction().execute(async (db) => {
    const { username } = await lockUser(db, userId)
    if (!(await hasFactor(db, userId))) throw new RefusalError('FACTOR_OFF')
    const now = ctx.clock.now()
    await removeFactor(db, userId)
    const held = await holdForCredentials(ctx, db, { userId, now })
    await recordChange(ctx, db, { userId, username, now, visitor, event: 'factor-off', kind: 'factorOff', held })
    return held
  })
}

/** Replaces the recovery codes; the old ones stop working. Needs step-up authentication. */
export async function renewCodes(ctx: Context, { session, visitor }: Actor): Promise<string[]> {
  await requireProof(ctx, session)
  const { userId } = session
  return ctx.db.transaction().execute(async (db) => {
    const { username } = await lockUser(db, userId)
    if (!(await hasFactor(db, userId))) throw new RefusalError('FACTOR_OFF')
    const now = ctx.clock.now()
    const codes = await replaceRecoveryCodes(ctx, db, userId)
    await recordChange(ctx, db, {
      userId,
      username,
      now,
      visitor,
      event: 'recovery-codes-new',
      kind: 'recoveryCodesNew',
    })
    return codes
  })
}

interface FactorChange {
  userId: string
  username: string
  now: number
  visitor: Visitor
  event: SecurityEventKind
  kind: 'factorOn' | 'factorOff' | 'recoveryCodesNew'
  held?: Date
}

/** Adds a line to the history and queues a letter, in the transaction of the change. */
async function recordChange(ctx: Context, db: Database, of: FactorChange): Promise<void> {
  await noteEvent(db, { userId: of.userId, kind: of.event, now: of.now, visitor: of.visitor })
  const values = {
    time: utcDateTime(unixSeconds(of.now)),
    hold: of.held ? utcMinuteFrom(of.held.getTime()) : '',
  }
  await queueLetter(ctx, db, writeLetter(ctx, { to: of.username, lang: of.visitor.lang, kind: of.kind }, values))
}

import { md5Hex } from '#lib/crypto/md5.ts'
import { digitRuns } from '#lib/rules/payment-password.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { takeCode } from '#service/identity/sign-in/email-codes.ts'
import { notifyByMail } from '#service/messaging/notify/notify.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Lang } from '#service/platform/http/messages.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { checkAccountPassword } from '../sign-in/step-up.ts'
import { setPaymentPasswordHash } from '../users/changes.ts'
import { noteEvent } from '../users/events.ts'
import { holdForCredentials } from '../users/holds.ts'
import { hashPassword } from '../users/passwords.ts'
import { lockUser, userById } from '../users/queries.ts'
import type { UserTable } from '../users/tables.ts'
import { resetGuard } from './guard.ts'

/** Lengths of runs that are refused as weak. Only digests arrive, so that the number of digits is unknown. */
const RUN_LENGTHS = { min: 4, max: 20 }
let weak: Set<string> | undefined

/** Whether it is the digest of a repeated or sequential number. */
export function isWeakDigest(digest: string): boolean {
  const lengths = Array.from({ length: RUN_LENGTHS.max - RUN_LENGTHS.min + 1 }, (_, more) => RUN_LENGTHS.min + more)
  weak ??= new Set(lengths.flatMap(digitRuns).map(md5Hex))
  return weak.has(digest)
}

export interface NewPaymentPassword {
  userId: string
  password: string
  verifyCode?: string | undefined
  accountPassword?: string | undefined
  ip: string
  lang: Lang
  userAgent: string
}

/**
 * Sets the payment password. The first time it requires the account's password or a mailed code, since a session alone may be
 * stolen; later a mailed code, which also ends every lock and holds withdrawals. Returns until when they are held, or null the
 * first time.
 */
export async function setPaymentPassword(ctx: Context, request: NewPaymentPassword): Promise<Date | null> {
  if (isWeakDigest(request.password)) throw new RefusalError('PAYMENT_PASSWORD_WEAK')
  const user = await userById(ctx.db, request.userId)
  if (user.payment_password_hash === null && request.verifyCode === undefined)
    await checkAccountPassword(ctx, user, request.accountPassword)
  else await spendCode(ctx, user.username, request)
  return savePaymentPassword(ctx, user, request)
}

/** Saves a payment password after the user's authorisation was checked. */
export async function savePaymentPassword(
  ctx: Context,
  user: Pick<UserTable, 'id' | 'username' | 'payment_password_hash'>,
  request: { password: string; lang: Lang; ip?: string; userAgent?: string },
): Promise<Date | null> {
  const isFirst = user.payment_password_hash === null
  const hash = await hashPassword(request.password, ctx.pepper)
  return ctx.db.transaction().execute(async (db) => {
    const { payment_password_hash: stored } = await lockUser(db, user.id)
    // Two first requests at once: the second one would be a change, which requires a code and holds withdrawals.
    if (isFirst && stored !== null) throw new RefusalError('CODE_NEEDED')
    await setPaymentPasswordHash(db, user.id, hash)
    await resetGuard(db, user.id)
    const now = ctx.clock.now()
    const heldUntil = isFirst ? null : await holdForCredentials(ctx, db, { userId: user.id, now })
    const { ip, userAgent = '' } = request
    const kind = isFirst ? 'payment-password-set' : 'payment-password-changed'
    await noteEvent(db, { userId: user.id, kind, now, ...(ip !== undefined && { visitor: { ip, userAgent } }) })
    await sendLetter(ctx, db, { userId: user.id, to: user.username, lang: request.lang, isFirst, now })
    return heldUntil
  })
}

async function spendCode(ctx: Context, username: string, request: NewPaymentPassword): Promise<void> {
  if (request.verifyCode === undefined) throw new RefusalError('CODE_NEEDED')
  await ctx.limits.spend('codeTriesIp', request.ip)
  if (!(await takeCode(ctx, { username, purpose: 'payment', code: request.verifyCode })))
    throw new RefusalError('CODE_WRONG')
}

async function sendLetter(
  ctx: Context,
  db: Database,
  of: { userId: string; to: string; lang: Lang; isFirst: boolean; now: number },
): Promise<void> {
  const kind = of.isFirst ? 'paymentPasswordSet' : 'paymentPasswordChanged'
  const values = { time: utcDateTime(unixSeconds(of.now)) }
  const { userId, to, lang, now: at } = of
  await notifyByMail(ctx, db, { userId, to, lang, source: `payment-password/${at}`, kind, values, at })
}

import { utcDateTime } from '#lib/time/format.ts'
import { takeCode } from '#service/identity/sign-in/email-codes.ts'
import type { EmailAddress } from '#service/messaging/mail/email-address.ts'
import { notifyByMail } from '#service/messaging/notify/notify.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Context } from '#service/platform/context.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { endAllSessions } from '../sign-in/factor-tickets.ts'
import type { Visitor } from '../sign-in/sign-in.ts'
import { setPasswordHash } from '../users/changes.ts'
import { noteEvent } from '../users/events.ts'
import { holdForCredentials } from '../users/holds.ts'
import { hashPassword } from '../users/passwords.ts'
import { userByName } from '../users/queries.ts'
import { isCommonPassword } from './common-passwords.ts'
import { resetFailures } from './guard.ts'

/** Sets a new password with a mailed code; all sessions of the account end. */
export async function resetPassword(
  ctx: Context,
  request: { username: EmailAddress; verifyCode: string; password: string },
  visitor: Visitor,
): Promise<void> {
  const { username } = request
  await ctx.limits.spend('codeTriesIp', visitor.ip)
  if (isCommonPassword(request.password)) throw new RefusalError('PASSWORD_COMMON')
  const right = await takeCode(ctx, { username, purpose: 'reset', code: request.verifyCode, ip: visitor.ip })
  const user = await userByName(ctx.db, username)
  if (!right || !user) throw new RefusalError('CODE_WRONG')
  const passwordHash = await hashPassword(request.password, ctx.pepper)
  await ctx.db.transaction().execute(async (db) => {
    const now = ctx.clock.now()
    await setPasswordHash(db, user.id, passwordHash)
    await holdForCredentials(ctx, db, { userId: user.id, now })
    await endAllSessions(db, now, user.id)
    await noteEvent(db, { userId: user.id, kind: 'password-changed', now, visitor })
    const values = { time: utcDateTime(unixSeconds(now)) }
    const reader = { userId: user.id, to: username, lang: visitor.lang }
    await notifyByMail(ctx, db, { ...reader, source: `password/${now}`, kind: 'passwordChanged', values, at: now })
  })
  await resetFailures(ctx, username)
}

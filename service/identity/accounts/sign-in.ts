import { nameOf } from '#lib/rules/names.ts'
import { takeCode } from '#service/identity/sign-in/email-codes.ts'
import type { EmailAddress } from '#service/messaging/mail/email-address.ts'
import { saveLanguage } from '#service/messaging/notify/language.ts'
import type { Context } from '#service/platform/context.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { openSession } from '#service/platform/http/sessions.ts'
import { browserOf, type SignedIn, signIn, type Visitor } from '../sign-in/sign-in.ts'
import { createUser } from '../users/create-user.ts'
import { noteEvent } from '../users/events.ts'
import { agentHash, noteNetwork } from '../users/fingerprints.ts'
import { hashPassword, isPasswordOf } from '../users/passwords.ts'
import { toUserInfo, userByName, userIdByInviteCode } from '../users/queries.ts'
import type { UserTable } from '../users/tables.ts'
import { isCommonPassword } from './common-passwords.ts'
import { type Attempt, resetFailures, trySignIn } from './guard.ts'

/** Refuses with CREDENTIALS_WRONG, the captcha's reasons, or FACTOR_NEEDED with a ticket. Throws TooManyRequestsError. */
export async function signInByPassword(
  ctx: Context,
  attempt: Attempt & { password: string },
  visitor: Visitor,
): Promise<SignedIn> {
  let user: UserTable | undefined
  const isRight = await trySignIn(ctx, attempt, async () => {
    user = await userByName(ctx.db, attempt.username)
    return isPasswordOf(user?.password_hash ?? undefined, attempt.password, ctx.pepper)
  })
  if (!isRight || !user) throw new RefusalError('CREDENTIALS_WRONG')
  return signIn(ctx, user, { visitor, method: 'password' })
}

/** Refuses with CODE_WRONG or FACTOR_NEEDED with a ticket. Throws TooManyRequestsError. */
export async function signInByCode(
  ctx: Context,
  attempt: Attempt & { code: string },
  visitor: Visitor,
): Promise<SignedIn> {
  await ctx.limits.spend('codeTriesIp', attempt.ip)
  const right = await takeCode(ctx, {
    username: attempt.username,
    purpose: 'login',
    code: attempt.code,
    ip: attempt.ip,
  })
  const user = await userByName(ctx.db, attempt.username)
  if (!right || !user) throw new RefusalError('CODE_WRONG')
  await resetFailures(ctx, attempt.username)
  return signIn(ctx, user, { visitor, method: 'code' })
}

export interface Registration {
  username: EmailAddress
  password: string
  verifyCode: string
  inviteCode?: string | undefined
  name?: string | undefined
}

/** Creates an account after its mailed code and signs in. The code is consumed last, so that other refusals leave it usable. */
export async function registerUser(ctx: Context, request: Registration, visitor: Visitor): Promise<SignedIn> {
  const { username } = request
  await ctx.limits.spend('codeTriesIp', visitor.ip)
  if (isCommonPassword(request.password)) throw new RefusalError('PASSWORD_COMMON')
  const inviterId = request.inviteCode ? await userIdByInviteCode(ctx.db, request.inviteCode) : undefined
  if (request.inviteCode && inviterId === undefined) throw new RefusalError('INVITE_CODE_UNKNOWN')
  if (!(await takeCode(ctx, { username, purpose: 'register', code: request.verifyCode, ip: visitor.ip })))
    throw new RefusalError('CODE_WRONG')
  const passwordHash = await hashPassword(request.password, ctx.pepper)
  return ctx.db.transaction().execute(async (db) => {
    const now = ctx.clock.now()
    const user = await createUser(
      db,
      {
        username,
        name: nameOf(request.name) ?? username.split('@')[0] ?? username,
        passwordHash,
        inviterId: inviterId ?? null,
        now,
        agent: agentHash(ctx.pepper, visitor.userAgent),
        lang: visitor.lang,
      },
      ctx.referrals,
    )
    await saveLanguage(db, user.id, visitor.lang)
    await noteNetwork(db, { userId: user.id, ip: visitor.ip, pepper: ctx.pepper, now })
    await noteEvent(db, { userId: user.id, kind: 'registered', now, visitor })
    const token = await openSession(db, now, user.id, browserOf(ctx, user.id, visitor.userAgent))
    return { token, userInfo: toUserInfo(user) }
  })
}

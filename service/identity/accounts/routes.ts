import * as contract from '#lib/contract/accounts.ts'
import { acceptLegal, legalChanges } from '#lib/contract/agreement.ts'
import { protocol, revokeSession, sessions } from '#lib/contract/sessions.ts'
import { isMailStrained } from '#service/identity/sign-in/send-code.ts'
import { parseEmailField } from '#service/messaging/mail/email-address.ts'
import type { Calls } from '#service/platform/http/calls.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { endSessions } from '#service/platform/http/sessions.ts'
import { acceptVersion, findLegalChanges } from '../users/agreements.ts'
import { noteEvent } from '../users/events.ts'
import { toUserInfo, userById } from '../users/queries.ts'
import { isCaptchaNeeded, sendCode } from './guard.ts'
import { readLegal } from './legal.ts'
import { liveSessions } from './queries.ts'
import { resetPassword } from './reset-password.ts'
import { registerUser, signInByCode, signInByPassword } from './sign-in.ts'

/** Replaces the address of a request by its canonical form. */
const withCanonicalEmail = <Input extends { username: string }>(input: Input) => ({
  ...input,
  username: parseEmailField('username', input.username),
})

export function accountRoutes(calls: Calls): void {
  calls.on(contract.captchaImage, async ({ ctx, input, ip }) => {
    await ctx.limits.spend('captchaIp', ip)
    const username = input.username === undefined ? undefined : parseEmailField('username', input.username)
    if (!((await isCaptchaNeeded(ctx, { ip, username })) || (await isMailStrained(ctx))))
      return { captchaEnabled: false, uuid: '', img: '' }
    return { captchaEnabled: true, ...(await ctx.captcha.create(ctx.clock.now())) }
  })

  calls.on(contract.emailVerifyCode, ({ ctx, input, ip, lang }) =>
    sendCode(ctx, { ...withCanonicalEmail(input), ip, lang, purpose: input.scene }),
  )

  calls.on(contract.loginVerifyCode, ({ ctx, input, ip, lang }) =>
    sendCode(ctx, { ...withCanonicalEmail(input), ip, lang, purpose: 'login' }),
  )

  calls.on(contract.register, ({ ctx, input, ...visitor }) => registerUser(ctx, withCanonicalEmail(input), visitor))

  calls.on(contract.login, ({ ctx, input, ...visitor }) => {
    if (input.mode === 'code')
      return signInByCode(ctx, { ...withCanonicalEmail(input), code: input.verifyCode, ip: visitor.ip }, visitor)
    return signInByPassword(ctx, { ...withCanonicalEmail(input), ip: visitor.ip }, visitor)
  })

  calls.on(contract.resetPass, async ({ ctx, input, ...visitor }) => {
    await resetPassword(ctx, withCanonicalEmail(input), visitor)
    return {}
  })

  calls.on(contract.userInfo, async ({ ctx, session }) => toUserInfo(await userById(ctx.db, session.userId)))

  calls.on(contract.logout, async ({ ctx, session }) => {
    await endSessions(ctx.db, ctx.clock.now(), session)
    return {}
  })

  calls.on(protocol, ({ input }) => readLegal(input.type))

  calls.on(legalChanges, async ({ ctx, session }) => ({ list: await findLegalChanges(ctx.db, session.userId) }))

  calls.on(acceptLegal, async ({ ctx, input, session }) => {
    await acceptVersion(ctx.db, { userId: session.userId, now: ctx.clock.now(), ...input })
    return {}
  })

  calls.on(sessions, async ({ ctx, session }) => ({
    list: await liveSessions(ctx.db, ctx.clock.now(), session),
  }))

  calls.on(revokeSession, async ({ ctx, input, session, ...visitor }) => {
    const now = ctx.clock.now()
    await ctx.db.transaction().execute(async (db) => {
      const ended = await endSessions(db, now, { userId: session.userId, id: input.id })
      if (ended === 0) throw new RefusalError('SESSION_GONE')
      await noteEvent(db, { userId: session.userId, kind: 'session-ended', now, visitor })
    })
    return {}
  })
}

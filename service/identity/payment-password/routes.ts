import * as contract from '#lib/contract/payment-password.ts'
import { mailCode } from '#service/identity/sign-in/send-code.ts'
import { minuteFrom } from '#service/platform/clock.ts'
import type { Calls } from '#service/platform/http/calls.ts'
import { userById } from '../users/queries.ts'
import { paymentState } from './guard.ts'
import { setPaymentPassword } from './set-password.ts'

export function paymentPasswordRoutes(calls: Calls): void {
  calls.on(contract.paymentVerifyCode, async ({ ctx, session, ip, lang }) => {
    const { username } = await userById(ctx.db, session.userId)
    return mailCode(ctx, { username, ip, lang, purpose: 'payment' })
  })

  calls.on(contract.setPaymentPassword, async ({ ctx, input, session, ip, lang, userAgent }) => {
    const heldUntil = await setPaymentPassword(ctx, { ...input, userId: session.userId, ip, lang, userAgent })
    return { holdUntil: heldUntil && minuteFrom(heldUntil) }
  })

  calls.on(contract.paymentPasswordState, ({ ctx, session }) => paymentState(ctx.db, session.userId, ctx.clock.now()))
}

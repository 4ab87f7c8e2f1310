import * as contract from '#lib/contract/second-factor.ts'
import { mailCode } from '#service/identity/sign-in/send-code.ts'
import { minuteFrom } from '#service/platform/clock.ts'
import type { Calls } from '#service/platform/http/calls.ts'
import { ticketOf } from '../sign-in/factor-tickets.ts'
import { userById } from '../users/queries.ts'
import { beginFactor, confirmFactor, endFactor, renewCodes } from './manage-factor.ts'
import { factorState } from './queries.ts'
import { cancelFactorRecovery, requestFactorRecovery } from './recovery.ts'
import { signInByFactor } from './sign-in.ts'

export function secondFactorRoutes(calls: Calls): void {
  calls.on(contract.secondFactor, ({ ctx, session }) => factorState(ctx.db, session.userId))

  calls.on(contract.beginSecondFactor, ({ ctx, session }) => beginFactor(ctx, session))

  calls.on(contract.confirmSecondFactor, async ({ ctx, input, session, ...visitor }) => ({
    recoveryCodes: await confirmFactor(ctx, { session, visitor }, input.factorCode),
  }))

  calls.on(contract.endSecondFactor, async ({ ctx, session, ...visitor }) => ({
    holdUntil: minuteFrom(await endFactor(ctx, { session, visitor })),
  }))

  calls.on(contract.renewRecoveryCodes, async ({ ctx, session, ...visitor }) => ({
    recoveryCodes: await renewCodes(ctx, { session, visitor }),
  }))

  calls.on(contract.passSecondFactor, ({ ctx, input, ...visitor }) => signInByFactor(ctx, input, visitor))

  calls.on(contract.lostFactorCode, async ({ ctx, input, ip, lang }) => {
    const { user_id } = await ticketOf(ctx, input.ticket)
    const { username } = await userById(ctx.db, user_id)
    return mailCode(ctx, { username, ip, lang, purpose: 'lost-factor' })
  })

  calls.on(contract.lostFactor, async ({ ctx, input, ...visitor }) => ({
    lostUntil: minuteFrom(await requestFactorRecovery(ctx, input, visitor)),
  }))

  calls.on(contract.stopLostFactor, async ({ ctx, session, ...visitor }) => {
    await cancelFactorRecovery(ctx, session.userId, visitor)
    return {}
  })
}

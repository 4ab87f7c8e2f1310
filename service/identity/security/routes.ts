import * as contract from '#lib/contract/security.ts'
import { mailCode } from '#service/identity/sign-in/send-code.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import { snapshot } from '#service/platform/db/snapshot.ts'
import type { Calls } from '#service/platform/http/calls.ts'
import { proveSession } from '../sign-in/step-up.ts'
import { userById } from '../users/queries.ts'
import { eventPage } from './events.ts'
import { declinePrompt, isPromptDue } from './protect-prompt.ts'

export function securityRoutes(calls: Calls): void {
  calls.on(contract.proveVerifyCode, async ({ ctx, session, ip, lang }) => {
    const { username } = await userById(ctx.db, session.userId)
    return mailCode(ctx, { username, ip, lang, purpose: 'prove' })
  })

  calls.on(contract.prove, async ({ ctx, input, session, ip, userAgent }) => ({
    provenUntil: unixSeconds(await proveSession(ctx, session, { ...input, ip, userAgent })),
  }))

  calls.on(contract.protectPrompt, async ({ ctx, session }) => ({ isDue: await isPromptDue(ctx, session.userId) }))

  calls.on(contract.protectRefuse, async ({ ctx, session }) => {
    await declinePrompt(ctx.db, session.userId, ctx.clock.now())
    return {}
  })

  calls.on(contract.securityEventList, ({ ctx, input, session }) =>
    snapshot(ctx.db, (db) => eventPage(db, session.userId, input)),
  )
}

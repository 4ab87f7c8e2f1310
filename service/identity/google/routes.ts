import * as contract from '#lib/contract/google.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Calls } from '#service/platform/http/calls.ts'
import { isLastSignInMethod } from '../sign-in/sign-in-methods.ts'
import { requireProof } from '../sign-in/step-up.ts'
import { googleOf, linkClaim, linkGoogle, unlinkGoogle } from './links.ts'
import { beginGoogle, personByCode, personByToken } from './oauth.ts'
import { signInByGoogle } from './sign-in.ts'

export function googleRoutes(calls: Calls): void {
  calls.on(contract.googleBegin, async ({ ctx, session, ip }) => {
    // Before Google's window opens, a signed-in user needs step-up authentication.
    if (session) await requireProof(ctx, session)
    return beginGoogle(ctx, { userId: session?.userId ?? null, ip })
  })

  calls.on(contract.googleLogin, async ({ ctx, input, ...visitor }) => {
    await ctx.limits.spend('codeTriesIp', visitor.ip)
    const person = 'code' in input ? await personByCode(ctx, input, null) : await personByToken(ctx, input.accessToken)
    return signInByGoogle(ctx, person, { inviteCode: input.inviteCode, visitor })
  })

  calls.on(contract.googleLink, ({ ctx, input, ...visitor }) => linkClaim(ctx, input, visitor))

  calls.on(contract.googleState, async ({ ctx, session }) => {
    const linked = await googleOf(ctx.db, session.userId)
    return {
      isSetUp: ctx.google !== undefined,
      linked: linked ? { label: linked.label, at: unixSeconds(linked.linked_at) } : null,
      isLast: linked !== undefined && (await isLastSignInMethod(ctx, session.userId, 'google')),
    }
  })

  calls.on(contract.googleConnect, async ({ ctx, input, session, ...visitor }) => {
    await requireProof(ctx, session)
    const person = await personByCode(ctx, input, session.userId)
    await ctx.db.transaction().execute((db) => linkGoogle(ctx, db, session.userId, { who: person, visitor }))
    return {}
  })

  calls.on(contract.googleUnlink, async ({ ctx, session, ...visitor }) => {
    await unlinkGoogle(ctx, session, visitor)
    return {}
  })
}

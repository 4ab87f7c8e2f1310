import type { Context } from '#service/platform/context.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { newToken } from '#service/platform/ids.ts'
import { type Google, GoogleError, type PendingAuthorization, type Person } from '../providers/google.ts'
import { saveState, takeState } from '../sign-in/oauth-states.ts'

/** The redirect URI that has to be registered with Google. */
export const redirectOf = ({ config }: Context): string => `${config.origin}/google-auth`

/** Refuses with GOOGLE_NOT_SET_UP. */
export function requireGoogle(ctx: Context): Google {
  if (!ctx.google) throw new RefusalError('GOOGLE_NOT_SET_UP')
  return ctx.google
}

/** Maps failures of Google to our refusals; Google's own message is only logged. */
export async function callGoogle<T>(ctx: Context, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof GoogleError)) throw error
    ctx.log.warn({ err: error.cause, fault: error.reason }, 'a sign-in by Google failed')
    throw new RefusalError(error.reason)
  }
}

/** Starts a sign-in, or a link for a signed-in user. State, nonce and verifier are stored here; only the state is returned. */
export async function beginGoogle(
  ctx: Context,
  of: { userId: string | null; ip: string },
): Promise<{ url: string; state: string }> {
  const google = requireGoogle(ctx)
  await ctx.limits.spend('codeTriesIp', of.ip)
  const pending = { state: newToken(), nonce: newToken(), verifier: newToken() }
  const url = await callGoogle(ctx, () => google.address(pending, redirectOf(ctx)))
  await saveState(ctx, { provider: 'google', userId: of.userId, pending })
  return { url, state: pending.state }
}

/** The Google user of an authorization code. The state is consumed first, so that each answer is evaluated once. */
export async function personByCode(
  ctx: Context,
  answer: { code: string; state: string },
  userId: string | null,
): Promise<Person> {
  const google = requireGoogle(ctx)
  const pending = await takeState<PendingAuthorization>(ctx, { provider: 'google', userId, state: answer.state })
  if (!pending) throw new RefusalError('GOOGLE_STATE_UNKNOWN')
  return callGoogle(ctx, () => google.exchange({ code: answer.code, pending, redirectUri: redirectOf(ctx) }))
}

/** The Google user of an access token (token mode). */
export const personByToken = (ctx: Context, accessToken: string): Promise<Person> => {
  const google = requireGoogle(ctx)
  if (google.settings.mode !== 'token') throw new RefusalError('GOOGLE_ANSWER_WRONG')
  return callGoogle(ctx, () => google.inspectToken(accessToken))
}

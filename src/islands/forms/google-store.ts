import { call } from '#lib/api/browser.ts'
import { RefusedError } from '#lib/api/errors.ts'
import { loginVerifyCode } from '#lib/contract/accounts.ts'
import * as contract from '#lib/contract/google.ts'
import { type AuthorizationResponse, authorizeInPopup, takeResponse } from '#lib/oauth/popup.ts'
import { inviteCodeIn, isInviteCode } from '#lib/rules/invitations.ts'
import { forget, remember } from '#lib/session/storage.ts'
import type { LateT } from './late.ts'
import { enterSession, rememberedInvite } from './store.ts'

/** Outcome of a sign-in method: an error text, or a ticket for another step. */
export interface Outcome {
  text?: string
  factorTicket?: string
  link?: { ticket: string; username: string }
}

const say = (error: unknown, t: LateT): string => (error instanceof RefusedError && error.message) || t('offline')

/**
 * Stores the invite code typed in the registration form like that of a link, because the page is left if popups are
 * blocked. False if it is not a valid code.
 */
function saveTypedInvite(): boolean {
  const typed = document.querySelector<HTMLInputElement>('input[name=inviteCode]')?.value
  const code = typed && inviteCodeIn(typed)
  if (code && !isInviteCode(code)) return false
  if (code) remember('inviteCode', code)
  else if (code === '') forget('inviteCode')
  return true
}

export async function signInByGoogle(t: LateT): Promise<Outcome> {
  if (!saveTypedInvite()) return { text: t('google.invite') }
  const { googleClient: clientId, googleScript: script } = document.documentElement.dataset
  try {
    return await (clientId && script ? authorizeByScript({ clientId, script }, t) : authorizeByCode(t))
  } catch (error) {
    return { text: say(error, t) }
  }
}

const authorizeByCode = async (t: LateT) =>
  finish(await authorizeInPopup('google', () => call(contract.googleBegin, {})), t)

/** In token mode, which the service's reply selects: Google's own script opens the popup. */
async function authorizeByScript(settings: { clientId: string; script: string }, t: LateT): Promise<Outcome> {
  const { requestToken } = await import('./google-token.ts')
  const answer = await requestToken(settings)
  if (answer === 'no-script') return { text: t('google.noScript') }
  if (answer === 'blocked') return authorizeByCode(t)
  return signInWith(answer, t)
}

/** Resumes with the response that arrived in this tab, if popups are blocked. */
export async function resumeGoogle(t: LateT): Promise<Outcome | undefined> {
  const answer = takeResponse('google')
  return answer && finish(answer, t)
}

async function finish(answer: AuthorizationResponse | undefined, t: LateT): Promise<Outcome> {
  if (!answer?.code) return { text: t('google.stopped') }
  return signInWith({ code: answer.code, state: answer.state }, t)
}

type Proof = { code: string; state: string } | { accessToken: string }

async function signInWith(proof: Proof | undefined, t: LateT): Promise<Outcome> {
  if (!proof) return { text: t('google.stopped') }
  const inviteCode = rememberedInvite()
  try {
    const signedIn = await call(contract.googleLogin, { ...proof, plat: 'web', ...(inviteCode && { inviteCode }) })
    forget('inviteCode')
    enterSession(signedIn)
    return {}
  } catch (error) {
    if (!(error instanceof RefusedError)) return { text: t('offline') }
    const { ticket, username } = error.data as Record<string, string>
    if (error.reason === 'FACTOR_NEEDED' && ticket) return { factorTicket: ticket }
    if (error.reason === 'GOOGLE_LINK_NEEDED' && ticket && username) return { link: { ticket, username } }
    return { text: error.message }
  }
}

/** Mails the code that proves the mailbox. Returns the error text, or undefined. */
export async function mailLinkCode(username: string, t: LateT): Promise<string | undefined> {
  return call(loginVerifyCode, { username }).then(
    () => undefined,
    (error: unknown) => say(error, t),
  )
}

export async function linkGoogle(ticket: string, verifyCode: string, t: LateT): Promise<Outcome> {
  try {
    enterSession(await call(contract.googleLink, { ticket, verifyCode }))
    return {}
  } catch (error) {
    const factorTicket =
      error instanceof RefusedError && error.reason === 'FACTOR_NEEDED' ? String(error.data.ticket) : undefined
    return factorTicket ? { factorTicket } : { text: say(error, t) }
  }
}

import { atom } from 'nanostores'
import type { ReactNode } from 'react'
import { call, setPageLocale, warmUp } from '#lib/api/browser.ts'
import { md5Digest } from '#lib/api/digest.ts'
import { RefusedError } from '#lib/api/errors.ts'
import * as contract from '#lib/contract/accounts.ts'
import type { Locale } from '#lib/i18n/locales.ts'
import { inviteCodeOf } from '#lib/rules/invitations.ts'
import { isSignInPage, safeRedirect } from '#lib/rules/redirect.ts'
import { $session, endSession, startSession } from '#lib/session/session.ts'
import { forget, remember, remembered } from '#lib/session/storage.ts'
import type { Errors } from './form.ts'

/** The captcha that the service requires after failures; undefined while it requires none. */
export const $captcha = atom<{ uuid: string; img: string } | undefined>()
/** When the next code can be requested for an address, in Unix milliseconds of this device's clock. */
export const $resend = atom({ address: '', at: 0 })

/** The second step that replaces a form after a correct first factor. */
export const $secondStep = atom<ReactNode>()

const keyOf = (address: string): string => address.trim().toLowerCase()

function startResendCountdown(address: string, seconds: number): void {
  $resend.set({ address: keyOf(address), at: Date.now() + seconds * 1000 })
}

/** When the next code can be requested for this address; 0 if none was. */
export const resendAt = ({ address, at }: { address: string; at: number }, typed: string): number =>
  address === keyOf(typed) ? at : 0

const INVITE = 'inviteCode'

/** Links between the sign-in pages, also in another language, keep the `redirect` parameter. */
function carryRedirect({ target }: MouseEvent): void {
  const link = (target as Element | null)?.closest?.('a')
  if (link && link.origin === location.origin && isSignInPage(link.pathname)) link.search = location.search
}

/** Restores the `redirect` parameter when a link was followed before the previous page's script was loaded. */
function recoverRedirect(): void {
  if (location.search || !document.referrer) return
  const { origin, pathname, search } = new URL(document.referrer)
  if (origin === location.origin && isSignInPage(pathname) && search) history.replaceState(history.state, '', search)
}

export function openForm(locale: Locale): void {
  recoverRedirect()
  setPageLocale(locale)
  document.addEventListener('click', carryRedirect)
  void warmUp().catch(() => undefined)
  const invited = inviteCodeOf(location.search)
  if (invited) remember(INVITE, invited)
}

export const rememberedInvite = (): string => remembered(INVITE) ?? ''

const target = (): string => safeRedirect(new URLSearchParams(location.search).get('redirect'))

/** A signed-in user does not need these forms. */
export function leaveWhenSignedIn(): void {
  if ($session.get()) location.replace(target())
}

export function enterSession(signedIn: Parameters<typeof startSession>[0], next = target()): void {
  startSession(signedIn)
  location.assign(next)
}

const fieldOf: Record<string, string> = {
  CODE_WRONG: 'verifyCode',
  CODE_SENT_RECENTLY: 'verifyCode',
  CAPTCHA_NEEDED: 'captcha',
  CAPTCHA_WRONG: 'captcha',
  PASSWORD_COMMON: 'password',
  INVITE_CODE_UNKNOWN: 'inviteCode',
}

export type Say = (key: 'errors.offline' | 'errors.failed') => string

/** Shows a failure. A used captcha is replaced by a new one. */
async function explain(error: unknown, say: Say, username: string): Promise<Errors> {
  if (!(error instanceof RefusedError)) return { '': say('errors.offline') }
  // The second step continues from here (login.tsx).
  if (error.reason === 'FACTOR_NEEDED') return { ticket: error.data.ticket as string }
  await refreshCaptcha(username)
  if (error.reason === 'CODE_SENT_RECENTLY') startResendCountdown(username, Number(error.data.resendAfter))
  return { [fieldOf[error.reason ?? ''] ?? '']: error.message || say('errors.failed') }
}

export async function refreshCaptcha(username: string): Promise<void> {
  const user = username ? { username } : {}
  const picture = await call(contract.captchaImage, user).catch(() => undefined)
  if (picture) $captcha.set(picture.captchaEnabled ? { uuid: picture.uuid, img: picture.img } : undefined)
}

const captchaPart = (answer: string | undefined) => {
  const captcha = $captcha.get()
  return captcha && answer ? { uuid: captcha.uuid, verifyCode: answer } : {}
}

export type Scene = 'register' | 'reset' | 'login'

/** Requests a code by mail. */
export async function sendCode(
  request: { scene: Scene; username: string; captcha: string | undefined },
  say: Say,
): Promise<Errors | undefined> {
  const { scene, username } = request
  const payload = { username, ...captchaPart(request.captcha) }
  try {
    const { resendAfter } =
      scene === 'login'
        ? await call(contract.loginVerifyCode, payload)
        : await call(contract.emailVerifyCode, { ...payload, scene })
    startResendCountdown(username, resendAfter)
    // The captcha is used; the next one is loaded when required.
    $captcha.set(undefined)
    return undefined
  } catch (error) {
    return explain(error, say, username)
  }
}

export async function signInByPassword(
  values: { username: string; password: string; captcha?: string | undefined },
  say: Say,
): Promise<Errors | undefined> {
  const { username, password } = values
  try {
    enterSession(
      await call(contract.login, {
        username,
        password: md5Digest(password),
        plat: 'web',
        ...captchaPart(values.captcha),
      }),
    )
    return undefined
  } catch (error) {
    return explain(error, say, username)
  }
}

export async function signInByCode(
  values: { username: string; verifyCode: string },
  say: Say,
): Promise<Errors | undefined> {
  const { username, verifyCode } = values
  try {
    enterSession(await call(contract.login, { mode: 'code', username, verifyCode, plat: 'web' }))
    return undefined
  } catch (error) {
    return explain(error, say, username)
  }
}

export async function register(
  values: { username: string; verifyCode: string; password: string; inviteCode: string },
  say: Say,
  next?: string,
): Promise<Errors | undefined> {
  const { username, verifyCode, inviteCode } = values
  try {
    const password = md5Digest(values.password)
    const invite = inviteCode ? { inviteCode } : {}
    const signedIn = await call(contract.register, { username, verifyCode, password, plat: 'web', ...invite })
    forget(INVITE)
    enterSession(signedIn, next && inviteCode ? `${next}?inviteCode=${inviteCode}` : next)
    return undefined
  } catch (error) {
    return explain(error, say, username)
  }
}

/** Sets a new password. It signs nobody in and ends all sessions: the form then leads to sign-in. */
export async function resetPassword(
  values: { username: string; verifyCode: string; password: string },
  say: Say,
): Promise<Errors | undefined> {
  const { username, verifyCode } = values
  try {
    await call(contract.resetPass, { username, verifyCode, password: md5Digest(values.password) })
    if ($session.get()?.user?.username.toLowerCase() === username.toLowerCase()) endSession()
    return undefined
  } catch (error) {
    return explain(error, say, username)
  }
}

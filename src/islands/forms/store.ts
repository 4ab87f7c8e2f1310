import { atom } from 'nanostores'
import type { ReactNode } from 'react'
import { inviteCodeOf } from '#lib/rules/invitations.ts'
import { pastedText } from '#lib/rules/pasted-text.ts'
import { isSignInPage, safeRedirect } from '#lib/rules/redirect.ts'
import { $session, startSession } from '#lib/session/session.ts'
import { forget, remember, remembered } from '#lib/session/storage.ts'

/** The captcha that the service requires after failures; undefined while it requires none. */
export const $captcha = atom<{ uuid: string; img: string } | undefined>()
/** When the next code can be requested for an address, in Unix milliseconds of this device's clock. */
export const $resend = atom({ address: '', at: 0 })

/** The second step that replaces a form after a correct first factor. */
export const $secondStep = atom<ReactNode>()

const keyOf = (address: string): string => pastedText(address).toLowerCase()

export function startResendCountdown(address: string, seconds: number): void {
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

export function openForm(): void {
  recoverRedirect()
  document.addEventListener('click', carryRedirect)
  const invited = inviteCodeOf(location.search)
  if (invited) remember(INVITE, invited)
}

export const rememberedInvite = (): string => remembered(INVITE) ?? ''

export const forgetInvite = (): void => forget(INVITE)

const target = (): string => safeRedirect(new URLSearchParams(location.search).get('redirect'))

/** A signed-in user does not need these forms. */
export function leaveWhenSignedIn(): void {
  if ($session.get()) location.replace(target())
}

export function enterSession(signedIn: Parameters<typeof startSession>[0], next = target()): void {
  startSession(signedIn)
  location.assign(next)
}

/** Texts of failures that the service does not word. */
export type Say = (key: 'errors.offline' | 'errors.failed') => string

export type Scene = 'register' | 'reset' | 'login'

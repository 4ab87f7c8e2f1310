import { call } from '#lib/api/browser.ts'
import { RefusedError } from '#lib/api/errors.ts'
import { beginPasskeyLogin, passkeyLogin } from '#lib/contract/passkey-login.ts'
import type { LateT } from './late.ts'
import { enterSession } from './store.ts'

export const knowsPasskeys = (): boolean => typeof PublicKeyCredential === 'function'

/** Passkeys are bound to host names: for a numeric address, returns the page's address with a name. */
export const addressWithName = (): string | undefined =>
  /^[\d.]+$|:/.test(location.hostname) ? location.href.replace(location.hostname, 'localhost') : undefined

/** The error as a text. */
export const sentence = (error: unknown, t: LateT): string =>
  (error instanceof RefusedError && error.message) || t('offline')

/** Signs in by one of the browser's passkeys for this site. Returns the error text, or undefined. */
export async function signInByPasskey(t: LateT): Promise<string | undefined> {
  const namedAddress = addressWithName()
  if (namedAddress) return t('needsName', { address: namedAddress })
  try {
    const { options } = await call(beginPasskeyLogin, {})
    const { startAuthentication } = await import('@simplewebauthn/browser')
    const credential = await startAuthentication({ optionsJSON: options as never })
    enterSession(await call(passkeyLogin, { credential: credential as never }))
    return undefined
  } catch (error) {
    // True if the user closed the browser's dialog or let it time out.
    return error instanceof Error && error.name === 'NotAllowedError' ? t('ways.cancelled') : sentence(error, t)
  }
}

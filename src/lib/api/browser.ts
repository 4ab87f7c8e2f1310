import type { Endpoint, ReplyOf, RequestOf } from '../contract/endpoint.ts'
import { createSealer, type Sealer } from '../crypto/sealer.ts'
import type { Locale } from '../i18n/locales.ts'
import { CALL_TIMEOUT_MS } from '../rules/calls.ts'
import { $isDemo } from '../session/demo.ts'
import { currentLocale } from '../session/locale.ts'
import { $session, expireSession } from '../session/session.ts'
import { createClient } from './client.ts'
import { applyClockOffset } from './clock.ts'
import { LoginExpiredError, TransportError } from './errors.ts'
import { timeLimit } from './time-limit.ts'

/** The client of the pages: settings of the build, the session of this tab, one sealer for the page's life. */

const base = import.meta.env.PUBLIC_API_BASE || '/api'
let sealer: Promise<Sealer> | undefined
let pageLocale: Locale | undefined

/** A static page has a language of its own, whatever was chosen before. */
export function setPageLocale(locale: Locale): void {
  pageLocale = locale
}

async function openSealer(): Promise<Sealer> {
  const baked = import.meta.env.PUBLIC_SM2_KEY
  return createSealer(baked || (await fetchPublicKey()))
}

async function fetchPublicKey(): Promise<string> {
  try {
    // The head of the app's page has requested the same address, so that one response serves both.
    const response = await fetch(`${base}/public-key`, { signal: timeLimit(CALL_TIMEOUT_MS) })
    const { publicKey, demo } = (await response.json()) as { publicKey?: unknown; demo?: unknown }
    $isDemo.set(demo === true)
    if (typeof publicKey === 'string') return publicKey
  } catch {
    // Reported below: a captive portal and an unavailable service look the same from here.
  }
  throw new TransportError('offline', 'the service did not tell its key')
}

/** Starts what the first call needs, so that it does not have to wait: worth calling when a form is shown. */
export function warmUp(): Promise<Sealer> {
  sealer ??= openSealer().catch((error: unknown) => {
    sealer = undefined
    throw error
  })
  return sealer
}

const client = createClient({
  base,
  salt: import.meta.env.PUBLIC_SIGN_SALT || 'idleforge',
  versionNo: import.meta.env.PUBLIC_VERSION || 'dev',
  seal: async (payload) => (await warmUp()).seal(payload),
  session: () => $session.get(),
  onClockOffset: applyClockOffset,
  lang: () => pageLocale ?? currentLocale(),
})

/**
 * Makes a call of the contract. Throws RefusedError, LoginExpiredError or TransportError; an expired login signs out
 * once.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  payload: RequestOf<E>,
  signal?: AbortSignal,
): Promise<ReplyOf<E>> {
  const token = $session.get()?.token
  try {
    return await client.call(endpoint, payload, signal)
  } catch (error) {
    if (error instanceof LoginExpiredError) expireSession(token)
    throw error
  }
}

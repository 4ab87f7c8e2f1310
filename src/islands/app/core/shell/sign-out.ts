import { localize } from '#lib/i18n/locales.ts'
import { currentLocale } from '#lib/session/locale.ts'
import { $expired, $session, endSession } from '#lib/session/session.ts'
import { toast } from '#ui/toast.ts'
import { call } from '../calls/call.ts'
import { isReachable } from '../calls/probe.ts'
import { departure, loginAddress } from '../routing/login-address.ts'
import type { T } from '../texts/i18n.ts'

/** Delay between the message and the sign-in page (SPEC-8.3). */
const REDIRECT_MS = 1000

/** A page is slow after this time, and an unreachable one is retried at this interval. */
const SLOW_MS = 1000
const RETRY_MS = 2000

/** Timeout of the logout call: every other tab has left within a second, however slow the service is. */
const LOGOUT_TIMEOUT_MS = 400

/** Signs out here and, by the storage event, in every other tab. Notifies the service if it is reachable. */
export async function signOut(): Promise<void> {
  const loggedOut = import('#lib/contract/accounts.ts').then(({ logout }) => call(logout, {})).catch(() => undefined)
  await Promise.race([loggedOut, wait(LOGOUT_TIMEOUT_MS)])
  endSession()
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Navigates as soon as a page is reachable; a slow probe counts as reachable. */
async function goTo(address: string, waitingText: string): Promise<void> {
  while (!(await Promise.race([isReachable(address), wait(SLOW_MS).then(() => true)]))) {
    toast('info', waitingText)
    await wait(RETRY_MS)
  }
  location.replace(address)
}

/** Leaves the app when the session has ended: at once after a sign-out, after one message when it has expired. */
export function watchSession(say: T): void {
  let isLeaving = false
  const leave = () => {
    if (isLeaving) return
    isLeaving = true
    if (!$expired.get()) {
      void goTo(localize('/login', currentLocale()), say('signedOut'))
      return
    }
    toast('error', say('loginExpired'))
    setTimeout(() => departure.toLogin || void goTo(loginAddress(), say('signedOut')), REDIRECT_MS)
  }
  // The first calls are made before the texts are loaded, and may have been answered by now.
  if ($expired.get()) leave()
  $session.listen((session) => session ?? leave())
}

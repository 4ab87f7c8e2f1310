import { localize } from '#lib/i18n/locales.ts'
import { currentLocale } from '#lib/session/locale.ts'
import { $expired, $session, endSession } from '#lib/session/session.ts'
import { toast } from '#ui/toast.ts'
import { call } from '../calls/call.ts'
import { isReachable } from '../calls/probe.ts'
import { leaving, loginAddress } from '../routing/login-address.ts'
import type { T } from '../texts/i18n.ts'

/** From the message to the sign-in page (SPEC-8.3). */
const REDIRECT_MS = 1000

/** From when on a page is slow, and how often one that can't be had is asked for. */
const SLOW_MS = 1000
const AGAIN_MS = 2000

/** How long the service is waited for: every other tab has left within a second, however slow it is. */
const TOLD_MS = 400

/** Signs out here and, by the storage event, in every other tab. The service is told if it can be reached. */
export async function signOut(): Promise<void> {
  const told = import('#lib/contract/accounts.ts').then(({ logout }) => call(logout, {})).catch(() => undefined)
  await Promise.race([told, wait(TOLD_MS)])
  endSession()
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Goes to a page as soon as it can be had; one that is slow to say so is taken for one that can. */
async function goTo(address: string, waitingText: string): Promise<void> {
  while (!(await Promise.race([isReachable(address), wait(SLOW_MS).then(() => true)]))) {
    toast('info', waitingText)
    await wait(AGAIN_MS)
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
    setTimeout(() => leaving.toLogin || void goTo(loginAddress(), say('signedOut')), REDIRECT_MS)
  }
  // The first calls are made before the texts have come, and may have been answered by now.
  if ($expired.get()) leave()
  $session.listen((session, before) => {
    if (session && before && session.user?.id !== before.user?.id && before.user) location.reload()
    if (!session) leave()
  })
}

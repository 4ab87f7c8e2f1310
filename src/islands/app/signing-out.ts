import { localize } from '#lib/i18n/locales.ts'
import { currentLocale } from '#lib/session/locale.ts'
import { $expired, $session, endSession } from '#lib/session/session.ts'
import { toast } from '#ui/toast.ts'
import { call } from './call.ts'
import { loginAddress } from './router.ts'

/** From the message to the sign-in page (specification 8 and 9). */
const REDIRECT_MS = 1000

/** How long the service is waited for: every other tab has left within a second, however slow it is. */
const TOLD_MS = 400

/** Signs out here and, by the storage event, in every other tab. The service is told if it can be reached. */
export async function signOut(): Promise<void> {
  const told = import('#lib/contract/accounts.ts').then(({ logout }) => call(logout, {})).catch(() => undefined)
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, TOLD_MS))])
  endSession()
}

/** Leaves the app when the session has ended: at once after a sign-out, after one message when it has expired. */
export function watchSession(expiredText: string): void {
  let leaving = false
  const leave = () => {
    if (leaving) return
    leaving = true
    if (!$expired.get()) {
      location.replace(localize('/login', currentLocale()))
      return
    }
    toast('error', expiredText)
    setTimeout(() => location.replace(loginAddress()), REDIRECT_MS)
  }
  // The first calls are made before the texts have come, and may have been answered by now.
  if ($expired.get()) leave()
  $session.listen((session, before) => {
    if (session && before && session.user?.id !== before.user?.id && before.user) location.reload()
    if (!session) leave()
  })
}

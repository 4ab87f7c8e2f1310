import { forgetLastKnown, saveLastKnown } from '#lib/offline/last-known.ts'
import { $session } from '#lib/session/session.ts'
import { toast } from '#ui/toast.ts'
import { serviceSeconds } from '../calls/service-clock.ts'
import type { T } from '../texts/i18n.ts'
import { startLive } from './live.ts'
import { $statistics } from './statistics.ts'
import { $unread } from './unread.ts'

/** Sends the service worker the account whose notifications it may show. */
function sendAccount(): void {
  const id = $session.get()?.user?.id
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ type: 'account', id }))
}

/** Stores the shell's newest figures for the page shown without a connection. */
function saveFigures(): void {
  const userId = $session.get()?.user?.id
  const devices = $statistics.get().data
  if (!userId || !devices) return
  const { online, total } = devices
  saveLastKnown({ userId, at: serviceSeconds(), online, total, unread: $unread.get().data?.total ?? 0 })
}

/** Deletes all data of the signed-out user from this browser. */
async function clear(): Promise<void> {
  forgetLastKnown()
  const registration = await navigator.serviceWorker?.getRegistration('/')
  registration?.active?.postMessage({ type: 'account' })
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}

/**
 * Starts the service worker after the first screen is shown; a new one takes over at once, and an open page shows a
 * notice. `first` controlled the page when it was opened: a deploy may have replaced it since.
 */
export function startWorker(t: T, first: ServiceWorker | null | undefined): void {
  startLive()
  $statistics.listen(saveFigures)
  $unread.listen(saveFigures)
  $session.listen((session) => {
    if (!session) void clear()
    else if ('serviceWorker' in navigator) sendAccount()
  })
  // Over plain http service workers are unavailable, and under `npm run dev` none is built.
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  const announce = () => {
    if (!first) return
    const reload = (
      <button type="button" className="btn btn-primary btn-sm" onClick={() => location.reload()}>
        {t('reload')}
      </button>
    )
    toast('info', t('newVersion'), reload)
  }
  if (navigator.serviceWorker.controller !== first) announce()
  navigator.serviceWorker.addEventListener('controllerchange', announce)
  void navigator.serviceWorker.register('/sw.js').then(sendAccount, () => undefined)
}

/** Shows the app's last known figures, and opens the requested page as soon as there is a connection. */
import { timeLimit } from '#lib/api/time-limit.ts'
import { interpolate } from '#lib/i18n/t.ts'
import { lastKnown } from '#lib/offline/last-known.ts'
import { utcDateTime } from '#lib/time/format.ts'

const known = lastKnown()
for (const text of document.querySelectorAll<HTMLElement>('[data-known]')) {
  if (!known) continue
  text.textContent = interpolate(text.dataset.known ?? '', { ...known, time: utcDateTime(known.at) })
  text.hidden = false
}
const again = () => location.reload()
addEventListener('online', again)

/** Pauses between probes of the network, minimum and maximum. */
const PAUSE_MS = { min: 2_000, max: 30_000 }
/** Timeout of a probe: one that hangs would otherwise be the last. */
const POLL_MS = 10_000
const isReached = () =>
  fetch('/robots.txt', { method: 'HEAD', cache: 'no-store', signal: timeLimit(POLL_MS) }).then(
    () => true,
    () => false,
  )
/** A new connection may not work yet, and no event announces that a service is back: so it is polled. */
function pollAfter(pause: number): void {
  setTimeout(
    async () => {
      const isSeen = document.visibilityState === 'visible' && navigator.onLine
      if (isSeen && (await isReached())) again()
      else pollAfter(Math.min(PAUSE_MS.max, pause * 2))
    },
    pause * (0.5 + Math.random()),
  )
}
pollAfter(PAUSE_MS.min)
for (const button of document.querySelectorAll('[data-again]')) button.addEventListener('click', again)

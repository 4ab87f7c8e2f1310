/** Fills in what the app knew last, and opens the page that was asked for as soon as there is a connection. */
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

/** Pauses between looks at the network, from and to. */
const PAUSE_MS = { least: 2_000, most: 30_000 }
/** Longest that a look takes: one that hangs would be the last. */
const POLL_MS = 10_000
const isReached = () =>
  fetch('/robots.txt', { method: 'HEAD', cache: 'no-store', signal: timeLimit(POLL_MS) }).then(
    () => true,
    () => false,
  )
/** A connection that has just come may carry nothing yet, and nothing tells that a service is back: so it is looked for. */
function pollAfter(pause: number): void {
  setTimeout(
    async () => {
      const isSeen = document.visibilityState === 'visible' && navigator.onLine
      if (isSeen && (await isReached())) again()
      else pollAfter(Math.min(PAUSE_MS.most, pause * 2))
    },
    pause * (0.5 + Math.random()),
  )
}
pollAfter(PAUSE_MS.least)
for (const button of document.querySelectorAll('[data-again]')) button.addEventListener('click', again)

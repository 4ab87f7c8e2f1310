/** Fills in what the app knew last, and opens the page that was asked for as soon as there is a connection. */
import { fillIn } from '#lib/i18n/t.ts'
import { lastKnown } from '#lib/offline/last-known.ts'
import { utcDateTime } from '#lib/time/format.ts'

const known = lastKnown()
for (const text of document.querySelectorAll<HTMLElement>('[data-known]')) {
  if (!known) continue
  text.textContent = fillIn(text.dataset.known ?? '', { ...known, time: utcDateTime(known.at) })
  text.hidden = false
}
const again = () => location.reload()
addEventListener('online', again)
for (const button of document.querySelectorAll('[data-again]')) button.addEventListener('click', again)

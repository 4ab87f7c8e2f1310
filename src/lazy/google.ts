/** On /google-auth and /auth-success: hands on what another site has answered, and closes or goes back. */
import { deliverResponse } from '#lib/oauth/popup.ts'

/** A window that was opened by a page of ours is closed by then. */
const STILL_HERE_MS = 1000

/** Browsers do not let a script close a page that was opened by its address: shows a message with a link instead. */
function showNoPendingSignIn(): void {
  for (const { dataset, parentElement: main } of document.querySelectorAll<HTMLElement>('[data-stray-title]')) {
    const [title, text] = [main?.querySelector('h1'), main?.querySelector('p')]
    if (!title || !text) continue
    title.textContent = dataset.strayTitle ?? ''
    text.role = 'status'
    text.textContent = dataset.strayText ?? ''
  }
}

if (!deliverResponse()) setTimeout(showNoPendingSignIn, STILL_HERE_MS)

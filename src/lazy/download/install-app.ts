import type { System } from '#lib/text/system-name.ts'
import { part, parts } from './parts.ts'

/** Chromium's event, which TypeScript's library lacks. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** Offers the installation of the site: by a button where the browser has one for us, else by its own menu. */
export function offerInstallation(page: HTMLElement, system: System): void {
  const place = part(page, 'install')
  const [button, steps, words] = [part(page, 'prompt'), part(page, 'steps'), part(page, 'installed')]
  if (!place || !button || !steps || !words) return
  let prompt: InstallPrompt | undefined

  function offer(next: InstallPrompt | undefined): void {
    prompt = next
    if (button) button.hidden = !next
    if (steps) steps.hidden = next !== undefined
  }

  function showInstalled(): void {
    offer(undefined)
    if (steps) steps.hidden = true
    if (words) words.textContent = words.dataset.installed ?? ''
  }

  if (system === 'android' || system === 'ios')
    for (const step of parts(place, 'for')) step.hidden = step.dataset.for !== system
  // On a PC the browser's own offer stays as it is.
  if (system !== 'android') return
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offer(event as InstallPrompt)
  })
  addEventListener('appinstalled', showInstalled)
  button.addEventListener('click', () => {
    // The browser lets each event ask once.
    void prompt?.prompt()
    offer(undefined)
  })
  if (matchMedia('(display-mode: standalone)').matches) showInstalled()
}

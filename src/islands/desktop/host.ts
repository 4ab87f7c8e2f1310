import { call, setPageLocale } from '#lib/api/browser.ts'
import { type BridgeWindow, openBridge } from '#lib/bridge/bridge.ts'
import type { FromHost, ToHost } from '#lib/bridge/messages.ts'
import { officialActive } from '#lib/contract/activity.ts'
import { currentLocale } from '#lib/session/locale.ts'
import { remember } from '#lib/session/storage.ts'

/** The app that shows this page; in a browser all calls do nothing. */
const bridge = openBridge(window as unknown as BridgeWindow)

export const isHosted = bridge.isHosted
export const postToHost = (message: ToHost): void => bridge.post(message)

function handleHostMessage(message: FromHost, refresh: () => void): void {
  if (message.type === 'refresh') {
    refresh()
    return
  }
  if (message.type === 'theme') {
    remember('theme', message.theme)
    document.documentElement.dataset.theme = message.theme
    return
  }
  if (message.language === currentLocale()) return
  remember('localeLang', message.language)
  location.reload()
}

/** Poll interval of new messages while visible. */
const REFRESH_MS = 60_000

/**
 * Reports the page and its height to the host, handles the host's requests, and polls. Returns a function that ends all
 * of it.
 */
export function startHostLink(page: 'stand-message' | 'pc-notice-alert', refresh: () => void): () => void {
  setPageLocale(currentLocale())
  import('#ui/translators.ts').catch(() => undefined)
  postToHost({ type: 'ready', page })
  call(officialActive, { path: `/${page}` }).catch(() => undefined)
  const stop = bridge.listen((message) => handleHostMessage(message, refresh))
  const poll = () => document.visibilityState === 'visible' && refresh()
  const timer = setInterval(poll, REFRESH_MS)
  document.addEventListener('visibilitychange', poll)
  const sizes = new ResizeObserver(() =>
    postToHost({ type: 'resize', height: Math.min(10_000, Math.ceil(document.body.scrollHeight)) }),
  )
  sizes.observe(document.body)
  return () => {
    stop()
    clearInterval(timer)
    document.removeEventListener('visibilitychange', poll)
    sizes.disconnect()
  }
}

/** A link in a web view opens in the user's browser, where they are signed in too. */
export function openOutside(event: { preventDefault(): void }, path: string): void {
  if (!isHosted) return
  event.preventDefault()
  postToHost({ type: 'open', path })
}

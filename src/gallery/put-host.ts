/**
 * Fake hosts of the desktop and mobile apps in a page's window, for tests and for the test host page. Each records the
 * received messages.
 */

export const hostKinds = ['webview2', 'wkwebview', 'android'] as const
export type HostKind = (typeof hostKinds)[number]

/** Receives a page's messages. */
interface MessageSink {
  push(message: unknown): unknown
}

export interface FakeHost<H extends MessageSink = unknown[]> {
  /** Messages of the page in order. */
  readonly received: H
  /** Speaks to the page as such a host does. */
  say(message: unknown): void
}

type Listener = (event: object) => void

interface Page {
  location: { origin: string }
  addEventListener(type: 'message', listener: Listener): void
  removeEventListener(type: 'message', listener: Listener): void
  dispatchEvent?(event: Event): void
}

/**
 * Puts a host into a window. It runs in Node beside a window of a test, and by its own text in a browser before the page's
 * scripts: so it names nothing from outside itself.
 */
export function putHost<H extends MessageSink = unknown[]>(
  page: object,
  kind: HostKind,
  received = [] as unknown as H,
): FakeHost<H> {
  const listeners = new Set<Listener>()
  const events = {
    addEventListener: (_type: string, listener: Listener) => listeners.add(listener),
    removeEventListener: (_type: string, listener: Listener) => listeners.delete(listener),
  }
  const dispatch = (data: unknown) => {
    for (const listener of listeners) listener({ data })
  }
  const put = (name: string, value: unknown) =>
    Object.defineProperty(page, name, { value, configurable: true, writable: true })
  if (kind === 'webview2') {
    put('chrome', { webview: { ...events, postMessage: (message: unknown) => received.push(message) } })
    return { received, say: dispatch }
  }
  if (kind === 'android') put('idleforgeHost', { postMessage: (text: string) => received.push(JSON.parse(text)) })
  else put('webkit', { messageHandlers: { idleforge: { postMessage: (message: unknown) => received.push(message) } } })
  const window = page as Page & { postMessage(message: unknown, origin: string): void }
  return { received, say: (message) => window.postMessage(message, window.location.origin) }
}

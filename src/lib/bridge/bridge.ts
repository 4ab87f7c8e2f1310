import * as v from 'valibot'
import { FromHost, ToHost } from './messages.ts'

/** The connection between a page and the desktop or mobile app that shows it in a web view (SPEC-7.78, ADR-084). */
export interface Bridge {
  /** True if an app shows this page. In a browser, messages are neither sent nor received. */
  readonly isHosted: boolean
  post(message: ToHost): void
  /** Subscribes to messages of the host; returns the unsubscribe function. */
  listen(onMessage: (message: FromHost) => void): () => void
}

type Listener = (event: { data?: unknown; origin?: string; source?: unknown }) => void

interface Events {
  addEventListener(type: 'message', listener: Listener): void
  removeEventListener(type: 'message', listener: Listener): void
}

interface Host {
  send(message: ToHost): void
  /** Target on which the host's messages arrive. */
  readonly events: Events
  /** True if an event comes from the host itself. */
  isOwn(event: Parameters<Listener>[0]): boolean
}

/** The parts of a window that hosts add, and those that this file uses itself. */
export interface BridgeWindow extends Events {
  readonly location: { readonly origin: string }
  readonly top: unknown
  /** WebView2 on Windows. */
  readonly chrome?: { readonly webview?: Events & { postMessage(message: unknown): void } }
  /** WKWebView on macOS and iOS, with our handler name. */
  readonly webkit?: {
    readonly messageHandlers?: { readonly idleforge?: { postMessage(message: unknown): void } }
  }
  /** Android: added by `addJavascriptInterface`, which adds methods only. */
  readonly idleforgeHost?: { postMessage(message: string): void }
}

/** An object that only the host itself can fire events on. */
const onlyFromHost = () => true

function findHost(page: BridgeWindow): Host | undefined {
  // A framed page has no host: the framing page is not trusted.
  if (page.top !== page) return undefined
  const windows = page.chrome?.webview
  if (windows) return { send: (message) => windows.postMessage(message), events: windows, isOwn: onlyFromHost }
  // The other hosts send by running `window.postMessage(message, location.origin)` in the page.
  const inPage: Pick<Host, 'events' | 'isOwn'> = {
    events: page,
    isOwn: ({ origin, source }) => origin === page.location.origin && source === page,
  }
  const apple = page.webkit?.messageHandlers?.idleforge
  if (apple) return { send: (message) => apple.postMessage(message), ...inPage }
  const android = page.idleforgeHost
  if (android) return { send: (message) => android.postMessage(JSON.stringify(message)), ...inPage }
  return undefined
}

function read(data: unknown): FromHost | undefined {
  try {
    const parsed = v.safeParse(FromHost, typeof data === 'string' ? JSON.parse(data) : data)
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}

/** Finds the host of a window. Messages outside the closed set throw when sent and are ignored when received. */
export function openBridge(page: BridgeWindow): Bridge {
  const host = findHost(page)
  return {
    isHosted: host !== undefined,
    post(message) {
      host?.send(v.parse(ToHost, message))
    },
    listen(onMessage) {
      if (!host) return () => undefined
      const { events, isOwn } = host
      const listener: Listener = (event) => {
        const message = isOwn(event) ? read(event.data) : undefined
        if (message) onMessage(message)
      }
      events.addEventListener('message', listener)
      return () => events.removeEventListener('message', listener)
    },
  }
}

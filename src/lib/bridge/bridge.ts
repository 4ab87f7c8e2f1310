import * as v from 'valibot'
import { FromHost, ToHost } from './messages.ts'

/** Between a page and the desktop or mobile app that shows it in a web view (SPEC-7.78, ADR-084). */
export interface Bridge {
  /** Whether an app shows this page; in a browser nothing is said and nothing is heard. */
  readonly isHosted: boolean
  post(message: ToHost): void
  /** Tells of what the host asks for; returns how to stop listening. */
  listen(onMessage: (message: FromHost) => void): () => void
}

type Listener = (event: { data?: unknown; origin?: string; source?: unknown }) => void

interface Events {
  addEventListener(type: 'message', listener: Listener): void
  removeEventListener(type: 'message', listener: Listener): void
}

interface Host {
  send(message: ToHost): void
  /** Where its messages arrive. */
  readonly events: Events
  /** Whether an event is one of the host's own. */
  isOwn(event: Parameters<Listener>[0]): boolean
}

/** The parts of a window that hosts put there, and those that this file needs itself. */
export interface BridgeWindow extends Events {
  readonly location: { readonly origin: string }
  readonly top: unknown
  /** WebView2 on Windows. */
  readonly chrome?: { readonly webview?: Events & { postMessage(message: unknown): void } }
  /** WKWebView on macOS and iOS: the handler's name is ours. */
  readonly webkit?: {
    readonly messageHandlers?: { readonly idleforge?: { postMessage(message: unknown): void } }
  }
  /** Android: `WebViewCompat.addWebMessageListener` puts it there for the origins that the app names. */
  readonly idleforgeHost?: Events & { postMessage(message: string): void }
}

/** An object that only the host itself can fire events on. */
const fromHostAlone = () => true

function findHost(page: BridgeWindow): Host | undefined {
  // A page inside a frame has no host of its own: whoever framed it is another page.
  if (page.top !== page) return undefined
  const windows = page.chrome?.webview
  if (windows) return { send: (message) => windows.postMessage(message), events: windows, isOwn: fromHostAlone }
  const apple = page.webkit?.messageHandlers?.idleforge
  // Such a host speaks by running `window.postMessage(message, location.origin)` in the page.
  if (apple)
    return {
      send: (message) => apple.postMessage(message),
      events: page,
      isOwn: ({ origin, source }) => origin === page.location.origin && source === page,
    }
  const android = page.idleforgeHost
  if (android)
    return { send: (message) => android.postMessage(JSON.stringify(message)), events: android, isOwn: fromHostAlone }
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

/** Finds the host of a window. What is not of the closed set is neither sent, which throws, nor heard. */
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

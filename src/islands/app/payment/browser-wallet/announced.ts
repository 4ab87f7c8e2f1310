import { visibleText } from '#lib/rules/names.ts'
import type { BrowserWallet, FindWallets } from './wallet.ts'

/** Finds wallets that announce themselves (EIP-6963, TIP-6963). Whoever announces is not trusted: any extension and any script may. */

/** Longer lists serve nobody who pays. */
const MAX_WALLETS = 12
const MAX_NAME = 32
/** Characters: about 96 KB of a picture. */
const MAX_ICON = 131_072

export interface Standard {
  announce: string
  request: string
  /** An event of the window that tells that a wallet is there, from before announcements. */
  initialized: string
  /** The wallet that has taken a name of the window, for those that announce nothing. */
  injected(): unknown
}

export interface Found {
  id: string
  name: string | undefined
  icon: string | undefined
  provider: Provider
}

/** EIP-1193 and TIP-1193, of which only `request` is sure. */
export interface Provider {
  request(call: { method: string; params?: unknown }): Promise<unknown>
  on?: (event: string, listener: () => void) => unknown
  removeListener?: (event: string, listener: () => void) => unknown
}

/** A picture that `img` may draw: there a script in it does not run, and nothing from outside is loaded. */
export const safeIcon = (text: unknown): string | undefined =>
  typeof text === 'string' && text.length <= MAX_ICON && /^data:image\/(?:png|webp|svg\+xml|jpeg)[;,]/.test(text)
    ? text
    : undefined

/** A name without signs that hide, break, turn or cover text; undefined when nothing is left. */
export function safeName(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined
  const plain = visibleText(text.slice(0, 200).replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '')).replace(/\s+/g, ' ')
  return Array.from(plain).slice(0, MAX_NAME).join('').trim() || undefined
}

const isProvider = (value: unknown): value is Provider =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Provider>).request === 'function'

/** The wallet of an announcement; undefined for what is none. Reading it may throw: its getters are foreign code. */
function readAnnouncement(event: Event): Found | undefined {
  try {
    const { info, provider } = (event as CustomEvent<{ info: Record<string, unknown>; provider: unknown }>).detail
    const { uuid } = info
    if (typeof uuid !== 'string' || uuid.length > 100 || !isProvider(provider)) return undefined
    return { id: uuid, name: safeName(info.name), icon: safeIcon(info.icon), provider }
  } catch {
    return undefined
  }
}

/** Finds the wallets of a standard. The first call may come at once. */
export const announcedWallets =
  (standard: Standard, create: (found: Found) => BrowserWallet): FindWallets =>
  (onFound) => {
    const announced = new Map<string, BrowserWallet>()
    let injected: { provider: Provider; wallet: BrowserWallet } | undefined
    const tell = () => onFound(announced.size > 0 ? [...announced.values()] : injected ? [injected.wallet] : [])
    const listen = (event: Event) => {
      const found = readAnnouncement(event)
      if (!found || announced.has(found.id) || announced.size >= MAX_WALLETS) return
      announced.set(found.id, create(found))
      tell()
    }
    const lookAtWindow = () => {
      const provider = standard.injected()
      if (!isProvider(provider) || injected?.provider === provider) return
      injected = { provider, wallet: create({ id: 'injected', name: undefined, icon: undefined, provider }) }
      if (announced.size === 0) tell()
    }
    addEventListener(standard.announce, listen)
    dispatchEvent(new Event(standard.request))
    lookAtWindow()
    // Extensions inject when they like; some tell, and for the others a later moment is good enough.
    const moments = [standard.initialized, 'load', 'focus', 'pointerdown']
    for (const moment of moments) addEventListener(moment, lookAtWindow)
    return () => {
      removeEventListener(standard.announce, listen)
      for (const moment of moments) removeEventListener(moment, lookAtWindow)
    }
  }

/** Follows events of a wallet, where it has any. */
export function followEvents(provider: Provider, events: readonly string[], onEvent: () => void): () => void {
  for (const event of events) provider.on?.(event, onEvent)
  return () => {
    for (const event of events) provider.removeListener?.(event, onEvent)
  }
}

import { createMatcher, needsSession } from '#lib/rules/paths.ts'
import { $expired, hasStoredSession } from '#lib/session/session.ts'
import { call, shellEndpoints } from '../calls/call.ts'
import { navigation } from './go-to.ts'
import { currentAddress, departure, loginAddress } from './login-address.ts'
import { $match } from './match.ts'
import { type ScreenName, screens } from './screens.ts'

/** The app's router: History API over what the features declare. Redirects, guard, scroll and focus are decided here. */

interface Row {
  path: string
  redirect?: string
  query?: readonly string[]
  name: ScreenName
}

/** The screen of an address; undefined is the not-found page. */
export const matchScreen = createMatcher<Row>(
  screens.flatMap(({ path, name, query = [], from = [] }) => [
    { path, name, query },
    ...from.map((shorter) => ({ path: shorter, redirect: path, name })),
  ]),
)

/** The address that is shown. */
let shown = ''

function showMatch(href: string): void {
  shown = href
  const match = matchScreen(href)
  $match.set(match && { ...match, screen: match.route.name })
}

/** Scroll positions by history entry, restored when going back. */
const positions = new Map<string, number>()
const entryKey = (): string => (history.state as { key?: string } | null)?.key ?? 'first'
let pushed = 0
/** True if a navigation has chosen the screen: the first screen keeps the browser's own start position and focus. */
let settling = false

type Mode = 'push' | 'replace' | 'pop'

function show(href: string, mode: Mode): void {
  const match = matchScreen(href)
  const url = match?.href ?? href
  if (needsSession(match?.path ?? href) && !hasStoredSession()) {
    // An expired session is redirected by its own handler.
    if ($expired.get()) return
    departure.toLogin = true
    location.replace(loginAddress(url))
    return
  }
  if (mode === 'push') {
    positions.set(entryKey(), scrollY)
    pushed += 1
    // Entries outlive the page that counted them.
    history.pushState({ key: `${Date.now()}.${pushed}` }, '', url)
  } else if (url !== currentAddress()) history.replaceState(history.state, '', url)
  settling = mode !== 'replace'
  showMatch(url)
  report(match?.path ?? url.split('?')[0] ?? '/')
}

let resolveFirstScreen = () => {}
/** Settles when the first screen is shown: its content comes before everything else. */
export const firstScreenShown = new Promise<void>((resolve) => {
  resolveFirstScreen = resolve
})

/** Reports the path of every navigation, without query, once the first screen is shown. Fire and forget. */
function report(path: string): void {
  void firstScreenShown
    .then(shellEndpoints)
    .then(({ officialActive }) => call(officialActive, { path: path.slice(0, 256) }))
    .catch(() => undefined)
}

/** Called when a screen is shown: sets its title and scroll position, and focuses the beginning of its content. */
export function settle(title: string): void {
  document.title = title
  const saved = positions.get(entryKey())
  if (settling) {
    scrollTo(0, saved ?? 0)
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }
  settling = false
  resolveFirstScreen()
}

function isPlainClick(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const withKey = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0
  return !withKey && !event.defaultPrevented && !link.target && !link.hasAttribute('download')
}

/** True if an address points to a place in the shown page: the browser scrolls there itself. */
const isPlaceHere = (address: string): boolean => address.split('#')[0] === shown.split('#')[0]

function onClick(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.('a[href]')
  if (!(link instanceof HTMLAnchorElement) || !isPlainClick(event, link)) return
  if (link.origin !== location.origin || !needsSession(link.pathname)) return
  if (link.hash && isPlaceHere(link.pathname + link.search)) return
  event.preventDefault()
  show(link.pathname + link.search + link.hash, 'push')
}

/** Before drawing, so that the first screen's data can be loaded. */
if (typeof location !== 'undefined') showMatch(currentAddress())

/** Listens to links and to the browser's own buttons; the first screen is shown at once. */
export function startRouter(): void {
  history.scrollRestoration = 'manual'
  navigation.goTo = (href) => show(href, 'push')
  window.addEventListener('popstate', () => isPlaceHere(currentAddress()) || show(currentAddress(), 'pop'))
  document.addEventListener('click', onClick)
  show(currentAddress(), 'replace')
}

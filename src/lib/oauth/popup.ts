import { atom } from 'nanostores'

/**
 * Authorization at another site in a popup, whose landing page (/google-auth, /auth-success) broadcasts the response to
 * all pages of this site in the browser and closes. If popups are blocked, the same tab goes there and returns. Works
 * with any opener policy of the other site: the popup is only asked whether it is closed.
 */
export interface AuthorizationResponse {
  state: string
  code: string
  /** Set if the user declined there. */
  error: string
  /** The path of the landing page. */
  page: string
}

const CHANNEL = 'auth'
/** Per tab: the pending authorization, and its response. */
const PENDING_KEY = 'asked-elsewhere'
const RESPONSE_KEY = 'answer-of'
const POLL_MS = 500
/** The landing page reads as closed while it still loads its script. */
const GRACE_MS = 5000
/**
 * A window on its way to a page that reads as closed may be visible for a moment: it counts as open after this many
 * polls in a row.
 */
const MIN_POLLS_SEEN = 3

interface PendingAuthorization {
  state: string
  /** Path of this site where the authorization began. */
  back: string
  site: string
}

/** The site whose popup is open. */
export const $pendingSite = atom<string | undefined>()

let waiting: { opened?: Window; end(): void } | undefined

/** Stops waiting and closes the popup. */
export function cancelAuthorization(): void {
  waiting?.opened?.close()
  waiting?.end()
}

/**
 * Opens the popup and returns its response. Undefined if the user closed it; never settles if the tab itself navigates
 * there.
 */
export async function authorizeInPopup(
  site: string,
  begin: () => Promise<{ url: string; state: string }>,
): Promise<AuthorizationResponse | undefined> {
  // Before the first await: browsers open popups only during a click.
  const opened = window.open('', CHANNEL, 'popup,width=480,height=640')
  const { url, state } = await begin().catch((error: unknown) => {
    opened?.close()
    throw error
  })
  const pending: PendingAuthorization = { state, back: location.pathname + location.search, site }
  if (opened) {
    // Only the user can have closed the empty window.
    if (opened.closed) return undefined
    opened.location.replace(url)
    return waitForResponse(pending, opened)
  }
  sessionStorage.setItem(PENDING_KEY, JSON.stringify(pending))
  location.assign(url)
  return new Promise(() => undefined)
}

/**
 * A window whose site has an opener policy of its own reads as closed as soon as it shows that site. Therefore `closed`
 * counts only for a window that was seen open; otherwise waits for the response or for the user's cancel.
 */
function waitForResponse(pending: PendingAuthorization, opened: Window): Promise<AuthorizationResponse | undefined> {
  // All popups of this tab share one name: the previous wait ends.
  waiting?.end()
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(CHANNEL)
    let isOver = false
    const settle = (answer?: AuthorizationResponse) => {
      if (answer) reportVisit(answer)
      isOver = true
      clearInterval(poll)
      $pendingSite.set(undefined)
      resolve(answer)
    }
    let seen = 0
    let left = GRACE_MS / POLL_MS
    const poll = setInterval(() => {
      if (isOnOtherSite(opened)) seen += 1
      else if (seen < MIN_POLLS_SEEN) seen = 0
      else if (opened.closed && left-- <= 0) settle()
    }, POLL_MS)
    channel.onmessage = ({ data }: MessageEvent<AuthorizationResponse>) => {
      if (data.state !== pending.state) return
      channel.close()
      if (isOver) restoreResponse(pending, data)
      else settle(data)
    }
    const end = () => {
      channel.close()
      if (!isOver) settle()
    }
    waiting = { opened, end }
    $pendingSite.set(pending.site)
  })
}

/** Waits for a popup that another site's own script opens. Undefined if the user cancels here. */
export function waitForForeignPopup<T>(site: string, response: Promise<T>): Promise<T | undefined> {
  waiting?.end()
  const mine = { end: () => {} }
  const ended = new Promise<undefined>((resolve) => {
    mine.end = () => resolve(undefined)
  })
  waiting = mine
  $pendingSite.set(site)
  return Promise.race([response, ended]).finally(() => {
    if (waiting === mine) $pendingSite.set(undefined)
  })
}

/** True if the window shows another site: it is open and its location is unreadable. */
function isOnOtherSite(opened: Window): boolean {
  if (opened.closed) return false
  try {
    return opened.location.href === undefined
  } catch {
    return true
  }
}

/** Handles a late response like one in the same tab; does nothing if the page was left in the meantime. */
function restoreResponse({ site, back }: PendingAuthorization, answer: AuthorizationResponse): void {
  if (location.pathname + location.search !== back) return
  sessionStorage.setItem(`${RESPONSE_KEY}-${site}`, JSON.stringify(answer))
  location.reload()
}

const take = (key: string): unknown => {
  try {
    const text = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns a site's response to this tab, once. */
export function takeResponse(site: string): AuthorizationResponse | undefined {
  const answer = take(`${RESPONSE_KEY}-${site}`) as AuthorizationResponse | undefined
  if (answer) reportVisit(answer)
  return answer
}

/** The landing page closes before it can report its own visit, so the receiver of its response does. */
function reportVisit({ page }: AuthorizationResponse): void {
  if (import.meta.env.PROD) new Worker(`/a.js#${page}`)
}

/**
 * On the landing page: passes the response to the page that requested it. A response that nobody requested is dropped.
 * Returns true if the tab goes back to where it was.
 */
export function deliverResponse(): boolean {
  const query = new URLSearchParams(location.search)
  const part = (name: string) => query.get(name) ?? ''
  const answer: AuthorizationResponse = {
    state: part('state'),
    code: part('code'),
    error: part('error'),
    page: location.pathname,
  }
  // Removes the code from the history.
  history.replaceState(history.state, '', location.pathname)
  const pending = take(PENDING_KEY) as PendingAuthorization | undefined
  if (pending === undefined) {
    const channel = new BroadcastChannel(CHANNEL)
    channel.postMessage(answer)
    channel.close()
    window.close()
    return false
  }
  if (pending.state === answer.state) {
    sessionStorage.setItem(`${RESPONSE_KEY}-${pending.site}`, JSON.stringify(answer))
    location.replace(pending.back)
    return true
  }
  return false
}

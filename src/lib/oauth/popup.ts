import { atom } from 'nanostores'

/**
 * The way to another site and back: a window of its own, whose page (/google-auth, /auth-success) tells the answer to all of
 * this site's pages of this browser, and closes; where windows are blocked, the same tab, which comes back to where it was.
 * What the other page says of who opened it does not matter: the opened window is asked for nothing but whether it is gone.
 */
export interface AuthorizationResponse {
  state: string
  code: string
  /** Set where its user said no there. */
  error: string
  /** The path of the page that it came to. */
  page: string
}

const CHANNEL = 'auth'
/** Of this tab: what was begun here, and what came back. */
const PENDING_KEY = 'asked-elsewhere'
const RESPONSE_KEY = 'answer-of'
const POLL_MS = 500
/** The page of answers reads as closed while it still loads its script. */
const GRACE_MS = 5000
/** On its way to a page that reads as closed, a window may be seen for a moment: so often in a row it is there. */
const MIN_POLLS_SEEN = 3

interface PendingAuthorization {
  state: string
  /** Where it began: a path of this site. */
  back: string
  site: string
}

/** The site whose window is waited for. */
export const $pendingSite = atom<string | undefined>()

let waiting: { opened?: Window; end(): void } | undefined

/** Waits no longer, and closes the window. */
export function cancelAuthorization(): void {
  waiting?.opened?.close()
  waiting?.end()
}

/** Asks there. Undefined where its window was closed; never settles where the tab itself goes there. */
export async function authorizeInPopup(
  site: string,
  begin: () => Promise<{ url: string; state: string }>,
): Promise<AuthorizationResponse | undefined> {
  // Before anything is awaited: browsers open windows for a press alone.
  const opened = window.open('', CHANNEL, 'popup,width=480,height=640')
  const { url, state } = await begin().catch((error: unknown) => {
    opened?.close()
    throw error
  })
  const begun: PendingAuthorization = { state, back: location.pathname + location.search, site }
  if (opened) {
    // Empty as it is, only its user can have closed it.
    if (opened.closed) return undefined
    opened.location.replace(url)
    return waitForResponse(begun, opened)
  }
  sessionStorage.setItem(PENDING_KEY, JSON.stringify(begun))
  location.assign(url)
  return new Promise(() => undefined)
}

/**
 * A window whose site sends a policy of its own reads as closed from the moment it shows that site. So `closed` counts only
 * of a window that was seen to stay there; any other one is waited for until it answers, or until its user cancels here.
 */
function waitForResponse(begun: PendingAuthorization, opened: Window): Promise<AuthorizationResponse | undefined> {
  // All windows of this tab are one: whoever waited for it waits for nothing now.
  waiting?.end()
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(CHANNEL)
    let isOver = false
    const settle = (answer?: AuthorizationResponse) => {
      if (answer) reportVisit(answer)
      isOver = true
      clearInterval(look)
      $pendingSite.set(undefined)
      resolve(answer)
    }
    let seen = 0
    let left = GRACE_MS / POLL_MS
    const look = setInterval(() => {
      if (isOnOtherSite(opened)) seen += 1
      else if (seen < MIN_POLLS_SEEN) seen = 0
      else if (opened.closed && left-- <= 0) settle()
    }, POLL_MS)
    channel.onmessage = ({ data }: MessageEvent<AuthorizationResponse>) => {
      if (data.state !== begun.state) return
      channel.close()
      if (isOver) restoreResponse(begun, data)
      else settle(data)
    }
    const end = () => {
      channel.close()
      if (!isOver) settle()
    }
    waiting = { opened, end }
    $pendingSite.set(begun.site)
  })
}

/** Waits for what another site's own script asks in a window that it opens itself. Undefined where its user cancels here. */
export function waitForForeignPopup<T>(site: string, asked: Promise<T>): Promise<T | undefined> {
  waiting?.end()
  const mine = { end: () => {} }
  const ended = new Promise<undefined>((resolve) => {
    mine.end = () => resolve(undefined)
  })
  waiting = mine
  $pendingSite.set(site)
  return Promise.race([asked, ended]).finally(() => {
    if (waiting === mine) $pendingSite.set(undefined)
  })
}

/** Whether a window shows another site: nothing of it can be read, and it is there. */
function isOnOtherSite(opened: Window): boolean {
  if (opened.closed) return false
  try {
    return opened.location.href === undefined
  } catch {
    return true
  }
}

/** An answer that came after all, as it comes where windows are blocked; nothing for a page that was left meanwhile. */
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

/** What came back to this tab from a site, once. */
export function takeResponse(site: string): AuthorizationResponse | undefined {
  const answer = take(`${RESPONSE_KEY}-${site}`) as AuthorizationResponse | undefined
  if (answer) reportVisit(answer)
  return answer
}

/** The page of answers closes before it could report its own visit: whoever takes its answer does. */
function reportVisit({ page }: AuthorizationResponse): void {
  if (import.meta.env.PROD) new Worker(`/a.js#${page}`)
}

/**
 * On the page of answers: hands the address's answer to whoever asked. A foreign one, which nobody asked for, goes nowhere. Says
 * whether the tab goes back to where it was.
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
  // No code stays in the history.
  history.replaceState(history.state, '', location.pathname)
  const begun = take(PENDING_KEY) as PendingAuthorization | undefined
  if (begun === undefined) {
    const channel = new BroadcastChannel(CHANNEL)
    channel.postMessage(answer)
    channel.close()
    window.close()
    return false
  }
  if (begun.state === answer.state) {
    sessionStorage.setItem(`${RESPONSE_KEY}-${begun.site}`, JSON.stringify(answer))
    location.replace(begun.back)
    return true
  }
  return false
}

import { atom } from 'nanostores'
import type { UserInfo } from '../contract/accounts.ts'
import { forget, remember, remembered } from './storage.ts'

/**
 * The specified key (SPEC-3.7). Token and user are one entry: a page that followed two entries could show one account and act as
 * another.
 */
const KEY = 'userInfo'
const COOKIE = 'access_token'
const COOKIE_SECONDS = 15 * 86_400

export interface Session {
  token: string
  user: UserInfo | undefined
}

const toEntry = ({ token, user }: Session): string => JSON.stringify({ ...user, token })

/** Reads an entry; undefined where it holds no token. */
function parseEntry(text: string): Session | undefined {
  try {
    const { token, ...user } = JSON.parse(text) as Partial<UserInfo> & { token?: string }
    return token ? { token, user: user.id === undefined ? undefined : (user as UserInfo) } : undefined
  } catch {
    return undefined
  }
}

const cookieToken = (): string | undefined => /(?:^|;\s*)access_token=([A-Za-z0-9_-]+)/.exec(document.cookie)?.[1]

function writeCookie(token: string, seconds: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the specification asks for this cookie, and browsers lack cookieStore
  document.cookie = `${COOKIE}=${token}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`
}

/** True if storage has room for a session: then an empty storage means signed out. */
function storageWorks(): boolean {
  const isStored = remember('probe', '0'.repeat(999))
  forget('probe')
  return isStored
}

function readSession(): Session | undefined {
  if (typeof document === 'undefined') return undefined
  // Former pages kept the token in an entry of its own. Its user is requested from the service (fill-user.ts).
  const former = remembered('token')
  if (former) remember(KEY, toEntry({ token: former, user: undefined }))
  forget('token')
  const stored = parseEntry(remembered(KEY) ?? '')
  // The rest is for browsers without storage alone: any page that leads here can set the window's name.
  if (stored || storageWorks()) return stored
  const handed = parseEntry(window.name)
  if (handed) {
    window.name = ''
    remember(KEY, toEntry(handed))
    return handed
  }
  const token = cookieToken()
  return token ? { token, user: undefined } : undefined
}

/** The session of this tab; undefined when signed out. */
export const $session = atom<Session | undefined>(readSession())

/** True if this browser stores a session: clearing the storage fires no event in the tab that cleared it. */
export const hasStoredSession = (): boolean => readSession() !== undefined

/** Set when the service has ended the session; reset at the next sign-in. */
export const $expired = atom(false)

/** The newest session of this page, also after its end: what the page shows may still be of that account. */
let newest = $session.get()

function update(session: Session | undefined): void {
  newest = session ?? newest
  $session.set(session)
}

/**
 * Takes over the session that is stored now. A page that has shown another account loads again and acts for nobody else until
 * then, so that no figure and no form of one account is used as the other.
 */
function follow(): void {
  const stored = readSession()
  // Another session may be one of the same user.
  if (newest && stored && stored.token !== newest.token && (stored.user?.id ?? '') !== newest.user?.id)
    location.reload()
  else update(stored)
}

if (typeof window !== 'undefined') {
  // Fires in the other tabs only: a sign-out there signs out here, another account there shows here.
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key === KEY) follow()
  })
  // A page from the back-forward cache may show a session that has ended since.
  window.addEventListener('pageshow', ({ persisted }) => persisted && follow())
}

/** Stores the session in storage and cookie; if neither keeps it, in `window.name` for the next page of this tab. */
export function startSession(signedIn: { token: string; userInfo: UserInfo }): void {
  const session = { token: signedIn.token, user: signedIn.userInfo }
  const isStored = remember(KEY, toEntry(session))
  writeCookie(session.token, COOKIE_SECONDS)
  if (!isStored && cookieToken() !== session.token) window.name = toEntry(session)
  $expired.set(false)
  update(session)
}

/** Replaces the user of this page's session; does nothing without a session, or where another one is stored by now. */
export function updateUser(user: UserInfo): void {
  const session = $session.get()
  if (!session || readSession()?.token !== session.token) return
  const updated = { ...session, user }
  remember(KEY, toEntry(updated))
  update(updated)
}

/** Deletes this page's session on this device, and no other one; the caller has to notify the service. */
export function endSession(): void {
  const stored = readSession()
  if (!stored || stored.token === newest?.token) {
    forget(KEY)
    writeCookie('', 0)
  }
  update(undefined)
}

/** The service has ended a session: signs out once, however many concurrent calls report it. */
export function expireSession(token: string | undefined): void {
  if ($expired.get() || token !== $session.get()?.token) return
  $expired.set(true)
  endSession()
}

import { atom, onMount } from 'nanostores'
import type { UserInfo } from '../contract/accounts.ts'
import { forget, remember, remembered } from './storage.ts'

/**
 * The specified key (SPEC-3.7). Token and user are one entry: a page that followed two entries could show one account and act as
 * another.
 */
const KEY = 'userInfo'
/** Former pages kept the token in an entry of its own. Its user is requested from the service (fill-user.ts). */
const FORMER_TOKEN = 'token'
const COOKIE = 'access_token'
const COOKIE_SECONDS = 15 * 86_400
/** Hands a session over to the next page of this tab when neither storage nor cookies may be used. */
const HANDOVER = 'idleforge-session:'

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

function takeHandover(): Session | undefined {
  if (!window.name.startsWith(HANDOVER)) return undefined
  const session = parseEntry(window.name.slice(HANDOVER.length))
  window.name = ''
  if (session) remember(KEY, toEntry(session))
  return session
}

function readSession(): Session | undefined {
  if (typeof document === 'undefined') return undefined
  const stored = parseEntry(remembered(KEY) ?? '')
  if (stored) return stored
  const former = remembered(FORMER_TOKEN)
  if (former) return { token: former, user: undefined }
  const handed = takeHandover()
  if (handed) return handed
  const fromCookie = storageWorks() ? undefined : cookieToken()
  return fromCookie ? { token: fromCookie, user: undefined } : undefined
}

/** The cookie is used only if storage does not work: with working storage, an empty storage means signed out. */
function storageWorks(): boolean {
  try {
    localStorage.setItem('probe', '1')
    localStorage.removeItem('probe')
    return true
  } catch {
    return false
  }
}

/** The session of this tab; undefined when signed out. */
export const $session = atom<Session | undefined>(readSession())

/** True if this browser stores a session: clearing the storage fires no event in the tab that cleared it. */
export const hasStoredSession = (): boolean => readSession() !== undefined

/** Set when the service has ended the session; reset at the next sign-in. */
export const $expired = atom(false)

/** The newest session of this page, also after its end: what the page shows may still be of that account. */
let newest = $session.get()

const isOther = (one: Session, other: Session): boolean =>
  one.user && other.user ? one.user.id !== other.user.id : one.token !== other.token

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
  if (stored && newest && isOther(newest, stored)) location.reload()
  else update(stored)
}

onMount($session, () => {
  if (typeof window === 'undefined') return
  // Fires in the other tabs only: a sign-out there signs out here, another account there shows here.
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key === KEY) follow()
  }
  // A page from the back-forward cache may show a session that has ended since.
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) follow()
  }
  window.addEventListener('storage', onStorage)
  window.addEventListener('pageshow', onPageShow)
  return () => {
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('pageshow', onPageShow)
  }
})

/** Stores the session in storage and cookie; if neither keeps it, in `window.name` for the next page of this tab. */
export function startSession(signedIn: { token: string; userInfo: UserInfo }): void {
  const session = { token: signedIn.token, user: signedIn.userInfo }
  const isStored = remember(KEY, toEntry(session))
  forget(FORMER_TOKEN)
  writeCookie(session.token, COOKIE_SECONDS)
  if (!isStored && cookieToken() !== session.token) window.name = HANDOVER + toEntry(session)
  $expired.set(false)
  update(session)
}

/** Replaces the user of this page's session; does nothing without a session, or where another one is stored by now. */
export function updateUser(user: UserInfo): void {
  const session = $session.get()
  if (!session || readSession()?.token !== session.token) return
  const updated = { ...session, user }
  remember(KEY, toEntry(updated))
  forget(FORMER_TOKEN)
  update(updated)
}

/** Deletes this page's session on this device, and no other one; the caller has to notify the service. */
export function endSession(): void {
  const stored = readSession()
  if (!stored || stored.token === newest?.token) {
    forget(KEY)
    forget(FORMER_TOKEN)
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

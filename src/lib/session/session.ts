import { atom, onMount } from 'nanostores'
import type { UserInfo } from '../contract/accounts.ts'
import { forget, remember, remembered } from './storage.ts'

/** The specified keys (SPEC-3.7, SPEC-3.9). */
const TOKEN = 'token'
const USER = 'userInfo'
const COOKIE = 'access_token'
const COOKIE_SECONDS = 15 * 86_400
/** Hands a session over to the next page of this tab when neither storage nor cookies may be used. */
const HANDOVER = 'idleforge-session:'

export interface Session {
  token: string
  user: UserInfo | undefined
}

function readUser(): UserInfo | undefined {
  const text = remembered(USER)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as UserInfo
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
  const text = window.name.slice(HANDOVER.length)
  window.name = ''
  try {
    const session = JSON.parse(text) as Session
    remember(TOKEN, session.token)
    if (session.user) remember(USER, JSON.stringify(session.user))
    return session
  } catch {
    return undefined
  }
}

function readSession(): Session | undefined {
  if (typeof document === 'undefined') return undefined
  const token = remembered(TOKEN)
  if (token) return { token, user: readUser() }
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

onMount($session, () => {
  if (typeof window === 'undefined') return
  // Fires in the other tabs only: a sign-out there signs out here, another account there shows here.
  const follow = (event: StorageEvent) => {
    if (event.key !== null && event.key !== TOKEN) return
    $session.set(readSession())
  }
  // A page from the back-forward cache may show a session that has ended since.
  const again = (event: PageTransitionEvent) => {
    if (event.persisted) $session.set(readSession())
  }
  window.addEventListener('storage', follow)
  window.addEventListener('pageshow', again)
  return () => {
    window.removeEventListener('storage', follow)
    window.removeEventListener('pageshow', again)
  }
})

/** Stores the session in storage and cookie; if neither keeps it, in `window.name` for the next page of this tab. */
export function startSession(signedIn: { token: string; userInfo: UserInfo }): void {
  const user = JSON.stringify(signedIn.userInfo)
  const isStored = remember(TOKEN, signedIn.token) && remember(USER, user)
  writeCookie(signedIn.token, COOKIE_SECONDS)
  if (!isStored && cookieToken() !== signedIn.token)
    window.name = HANDOVER + JSON.stringify({ token: signedIn.token, user: signedIn.userInfo })
  $expired.set(false)
  $session.set({ token: signedIn.token, user: signedIn.userInfo })
}

/** Replaces the stored user of the session; does nothing without a session. */
export function updateUser(user: UserInfo): void {
  const session = $session.get()
  if (!session) return
  remember(USER, JSON.stringify(user))
  $session.set({ ...session, user })
}

/** Deletes the session on this device; the caller has to notify the service. */
export function endSession(): void {
  forget(TOKEN)
  forget(USER)
  writeCookie('', 0)
  $session.set(undefined)
}

/** The service has ended the session: signs out once, however many concurrent calls report it. */
export function expireSession(): void {
  if ($expired.get()) return
  $expired.set(true)
  endSession()
}

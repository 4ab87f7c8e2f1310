import { atom, onMount } from 'nanostores'
import * as contract from '#lib/contract/alerts.ts'
import { $session } from '#lib/session/session.ts'
import { forget, remember, remembered } from '#lib/session/storage.ts'
import { call } from '../core/calls/call.ts'
import { addBrowser, removeBrowser } from './store.ts'

/** Whether this browser can show notifications: an old phone or plain http may not. */
export const $push = atom<'unable' | 'off' | 'on'>('off')

/** The subscription that the service has of this browser. */
const PUSH_KEY = 'push'
interface SavedSubscription {
  id: string
  userId: string
  endpoint: string
  /** The beginning of the session's token: the service ends the subscription with its session. */
  session: string
}

const isAble = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

async function current(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager.getSubscription()) ?? null
}

onMount($push, () => {
  if (typeof document === 'undefined') return
  if (!isAble()) $push.set('unable')
  else void current().then((subscription) => $push.set(subscription ? 'on' : 'off'))
})

function readSaved(): SavedSubscription | undefined {
  try {
    return JSON.parse(remembered(PUSH_KEY) ?? '') as SavedSubscription
  } catch {
    return undefined
  }
}

const markOfSession = (): string => $session.get()?.token.slice(0, 8) ?? ''

async function subscribe(publicKey: string): Promise<PushSubscription | undefined> {
  const { pushManager } = await navigator.serviceWorker.ready
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }).catch(() => undefined)
}

/** Stores a subscription at the service, for this session; false where it lacks its keys. */
async function save(subscription: PushSubscription): Promise<boolean> {
  const { endpoint, keys = {} } = subscription.toJSON()
  if (!endpoint || !keys.p256dh || !keys.auth) return false
  const { id } = await addBrowser({ endpoint, p256dh: keys.p256dh, auth: keys.auth })
  const saved: SavedSubscription = { id, endpoint, userId: $session.get()?.user?.id ?? '', session: markOfSession() }
  remember(PUSH_KEY, JSON.stringify(saved))
  return true
}

/** Asks the user and the browser; false if one of them refuses. */
export async function startPush(publicKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const subscription = await subscribe(publicKey)
  if (!subscription) return false
  const isSaved = await save(subscription).catch(async (error: unknown) => {
    await subscription.unsubscribe()
    throw error
  })
  if (isSaved) $push.set('on')
  return isSaved
}

/** Ends the subscription of this browser. */
export async function endPush(): Promise<void> {
  await (await current())?.unsubscribe()
  $push.set('off')
  const saved = readSaved()
  forget(PUSH_KEY)
  if (saved) await removeBrowser(saved.id)
}

/**
 * Renews what the service has of this browser: it forgets a subscription with its session, and browsers change or drop one by
 * themselves. Does nothing where this user has not turned it on here.
 */
export async function renewPush(): Promise<void> {
  const saved = readSaved()
  if (!saved || saved.userId !== $session.get()?.user?.id) return
  if (!isAble() || Notification.permission !== 'granted') return
  const own = await current()
  if (own?.endpoint === saved.endpoint && saved.session === markOfSession()) return
  const subscription = own ?? (await subscribe((await call(contract.alertSettings, {})).push.publicKey))
  if (subscription) await save(subscription)
}

import { atom, onMount } from 'nanostores'
import { addBrowser } from './store.ts'

/** Whether this browser can show notifications: an old phone or plain http may not. */
export const $push = atom<'unable' | 'off' | 'on'>('off')

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

/** Asks the user and the browser; false if one of them refuses. */
export async function startPush(publicKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    .catch(() => undefined)
  const { keys = {} } = subscription?.toJSON() ?? {}
  if (!subscription || !keys.p256dh || !keys.auth) return false
  try {
    await addBrowser({ endpoint: subscription.endpoint, p256dh: keys.p256dh, auth: keys.auth })
  } catch (error) {
    await subscription.unsubscribe()
    throw error
  }
  $push.set('on')
  return true
}

/** Ends the subscription in this browser; the service deletes it at the first message that fails. */
export async function endPush(): Promise<void> {
  await (await current())?.unsubscribe()
  $push.set('off')
}

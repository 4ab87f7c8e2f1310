// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addPush, alertSettings, removePush } from '#lib/contract/alerts.ts'
import type { Endpoint } from '#lib/contract/endpoint.ts'

const sent: { path: string; payload: unknown }[] = []
vi.mock('#app/core/calls/call.ts', () => ({
  shellEndpoints: () => new Promise(() => undefined),
  call: async ({ path }: Endpoint, payload: unknown) => {
    sent.push({ path, payload })
    if (path === alertSettings.path) return { push: { publicKey: 'key-of-the-service' } }
    return path === addPush.path ? { id: `id-${sent.length}` } : {}
  },
}))

/** The browser's subscription; null where it has none. */
let endpoint: string | null = null
const subscription = () =>
  endpoint === null
    ? null
    : {
        endpoint,
        toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
        async unsubscribe() {
          endpoint = null
        },
      }
const pushManager = {
  getSubscription: async () => subscription(),
  async subscribe() {
    endpoint = 'https://push.example/new'
    return subscription()
  },
}
const user = { id: 'u1', username: 'ada@example.test', name: 'ada', inviteCode: 'A', setPaymentPassword: 0 as const }

async function open(token: string, id = 'u1') {
  vi.resetModules()
  localStorage.setItem('userInfo', JSON.stringify({ ...user, id, createdAt: 0, token }))
  sent.length = 0
  return import('#app/alerts/push.ts')
}
const saved = () => sent.filter(({ path }) => path === addPush.path).map(({ payload }) => payload)

beforeEach(() => {
  localStorage.clear()
  endpoint = null
  const registration = { pushManager }
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { ready: Promise.resolve(registration), getRegistration: async () => registration },
  })
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission: 'granted', requestPermission: async () => 'granted' })
})
afterEach(() => vi.unstubAllGlobals())

test('a browser whose sign-in was renewed, or whose subscription has changed, goes on getting messages', async () => {
  const first = await open('token-of-may-1')
  expect(await first.startPush('key-of-the-service')).toBe(true)
  await first.renewPush()
  expect(saved()).toHaveLength(1)
  // The next sign-in.
  await (await open('other-token')).renewPush()
  expect(saved()).toEqual([{ endpoint: 'https://push.example/new', p256dh: 'p', auth: 'a' }])
  // The browser has changed it by itself.
  endpoint = 'https://push.example/changed'
  await (await open('other-token')).renewPush()
  expect(saved()).toMatchObject([{ endpoint: 'https://push.example/changed' }])
  // The browser has dropped it.
  endpoint = null
  await (await open('other-token')).renewPush()
  expect(saved()).toMatchObject([{ endpoint: 'https://push.example/new' }])
})

test('nothing is renewed for another user, without permission, or once it is turned off', async () => {
  await (await open('token-of-may-1')).startPush('key-of-the-service')
  const other = await open('token-of-bob', 'u2')
  await other.renewPush()
  vi.stubGlobal('Notification', { permission: 'denied' })
  const denied = await open('other-token')
  await denied.renewPush()
  expect(saved()).toEqual([])
  vi.stubGlobal('Notification', { permission: 'granted' })
  const off = await open('other-token')
  await off.endPush()
  expect(sent.map(({ path }) => path)).toContain(removePush.path)
  await off.renewPush()
  expect(saved()).toEqual([])
})

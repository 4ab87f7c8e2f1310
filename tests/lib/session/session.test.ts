// @vitest-environment happy-dom
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { UserInfo } from '#lib/contract/accounts.ts'
import type { Session } from '#lib/session/session.ts'

const person = (id: string, name: string): UserInfo => ({
  ...{ id, username: `${name}@example.test`, name, inviteCode: 'ABCD2345' },
  setPaymentPassword: 0,
  createdAt: 1_800_000_000,
})
const userInfo = person('u1', 'ada')
const ofAda = { token: 'token-of-ada', user: userInfo }
const ofBob = { token: 'token-of-bob', user: person('u2', 'bob') }
const stored = () => JSON.parse(localStorage.getItem('userInfo') ?? 'null')
const store = ({ token, user }: Session) => localStorage.setItem('userInfo', JSON.stringify({ ...user, token }))

/** The session of a page that is opened now, with its module anew. */
async function openPage() {
  vi.resetModules()
  const added = vi.spyOn(window, 'addEventListener')
  const page = await import('#lib/session/session.ts')
  onTestFinished(() => {
    for (const [type, listener] of added.mock.calls) window.removeEventListener(type, listener)
  })
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  return { ...page, reload, hear: () => window.dispatchEvent(new StorageEvent('storage', { key: 'userInfo' })) }
}

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

test('a sign-in keeps token and user in local storage, and the token in a cookie for 15 days', async () => {
  const { $session, startSession } = await openPage()
  const write = vi.spyOn(document, 'cookie', 'set')
  startSession({ token: 'token-of-ada', userInfo })
  expect(stored()).toEqual({ ...userInfo, token: 'token-of-ada' })
  const attributes = (write.mock.calls[0]?.[0] ?? '').split('; ')
  expect(attributes).toEqual(
    expect.arrayContaining(['access_token=token-of-ada', `Max-Age=${15 * 24 * 3600}`, 'SameSite=Lax', 'Path=/']),
  )
  expect($session.get()).toEqual(ofAda)
})

test('a sign-out takes token, user and cookie away', async () => {
  const { $session, endSession, startSession } = await openPage()
  startSession({ token: 'token-of-ada', userInfo })
  const write = vi.spyOn(document, 'cookie', 'set')
  endSession()
  expect([stored(), $session.get()]).toEqual([null, undefined])
  expect(write.mock.calls[0]?.[0]).toContain('access_token=; Path=/; Max-Age=0')
})

test('a session that a former version stored goes on, and its user is requested', async () => {
  localStorage.setItem('token', 'token-of-ada')
  localStorage.setItem('userInfo', JSON.stringify(userInfo))
  const { $session, updateUser } = await openPage()
  expect($session.get()).toEqual({ token: 'token-of-ada', user: undefined })
  updateUser(userInfo)
  expect([stored(), localStorage.getItem('token')]).toEqual([{ ...userInfo, token: 'token-of-ada' }, null])
})

describe('when another tab signs in', () => {
  test('to another account, the page loads again and acts for its own until then', async () => {
    store(ofAda)
    const { $session, reload, hear } = await openPage()
    store(ofBob)
    hear()
    expect([$session.get(), reload.mock.calls.length]).toEqual([ofAda, 1])
  })

  test('to another account after a sign-out there, the page takes nothing over either', async () => {
    store(ofAda)
    const { $session, reload, hear } = await openPage()
    localStorage.clear()
    hear()
    store(ofBob)
    hear()
    expect([$session.get(), reload.mock.calls.length]).toEqual([undefined, 1])
  })

  test('to the same account, the page goes on with the new session', async () => {
    store(ofAda)
    const { $session, reload, hear } = await openPage()
    store({ ...ofAda, token: 'newer' })
    hear()
    expect([$session.get(), reload.mock.calls.length]).toEqual([{ ...ofAda, token: 'newer' }, 0])
  })

  test('and the page has not heard of it, the page neither changes nor ends the session of the other', async () => {
    store(ofAda)
    const { endSession, expireSession, updateUser } = await openPage()
    store(ofBob)
    updateUser({ ...userInfo, name: 'Ada L.' })
    expireSession('token-of-ada')
    endSession()
    expect(stored()).toEqual({ ...ofBob.user, token: 'token-of-bob' })
  })
})

test('a late answer about a former session does not end the one that followed', async () => {
  const { $session, expireSession, startSession } = await openPage()
  startSession({ token: 'token-of-ada', userInfo })
  expireSession('token-of-yesterday')
  expect($session.get()).toEqual(ofAda)
})

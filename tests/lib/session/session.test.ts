// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import type { UserInfo } from '#lib/contract/accounts.ts'
import { $session, endSession, startSession } from '#lib/session/session.ts'

const userInfo: UserInfo = {
  ...{ id: 'u1', username: 'ada@example.test', name: 'Ada', inviteCode: 'ABCD2345' },
  setPaymentPassword: 0,
  createdAt: 1_800_000_000,
}

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

test('a sign-in keeps token and user in local storage, and the token in a cookie for 15 days', () => {
  const write = vi.spyOn(document, 'cookie', 'set')
  startSession({ token: 'token-of-ada', userInfo })
  expect(localStorage.getItem('token')).toBe('token-of-ada')
  expect(JSON.parse(localStorage.getItem('userInfo') ?? '')).toEqual(userInfo)
  const attributes = (write.mock.calls[0]?.[0] ?? '').split('; ')
  expect(attributes).toEqual(
    expect.arrayContaining(['access_token=token-of-ada', `Max-Age=${15 * 24 * 3600}`, 'SameSite=Lax', 'Path=/']),
  )
  expect($session.get()).toEqual({ token: 'token-of-ada', user: userInfo })
})

test('a sign-out takes token, user and cookie away', () => {
  startSession({ token: 'token-of-ada', userInfo })
  const write = vi.spyOn(document, 'cookie', 'set')
  endSession()
  expect([localStorage.getItem('token'), localStorage.getItem('userInfo'), $session.get()]).toEqual([
    null,
    null,
    undefined,
  ])
  expect(write.mock.calls[0]?.[0]).toContain('access_token=; Path=/; Max-Age=0')
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const stored = new Map<string, string>()
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
}
const forbidden = () => {
  throw new DOMException('forbidden', 'SecurityError')
}

/** The module as a page that is loaded anew has it, with somebody signed in. */
async function loadPage(userId = 'ada') {
  vi.resetModules()
  const { $session } = await import('#lib/session/session.ts')
  $session.set({ token: 't', user: { id: userId } as never })
  return import('#app/withdrawals/intent.ts')
}

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', storage)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('the same figures keep their id over a reload and in another tab, until an answer comes', async () => {
  const first = (await loadPage()).requestIdFor('four coins')
  const page = await loadPage()
  expect(page.requestIdFor('four coins')).toBe(first)
  page.forgetRequest('four coins')
  expect(page.requestIdFor('four coins')).not.toBe(first)
})

test('other figures, and another user of the same tab, have an id of their own', async () => {
  const page = await loadPage()
  const first = page.requestIdFor('four coins')
  expect(page.requestIdFor('five coins')).not.toBe(first)
  const fifth = page.requestIdFor('five coins')
  expect((await loadPage('grace')).requestIdFor('five coins')).not.toBe(fifth)
  expect((await loadPage('ada')).requestIdFor('five coins')).toBe(fifth)
})

test('another withdrawal between the two takes nothing from the first one', async () => {
  const page = await loadPage()
  const first = page.requestIdFor('four coins')
  page.requestIdFor('five coins')
  page.forgetRequest('five coins')
  expect(page.requestIdFor('four coins')).toBe(first)
})

test('what somebody else left in its place stops nobody', async () => {
  stored.set('unanswered-withdrawals:ada', 'x')
  const page = await loadPage()
  expect(page.requestIdFor('four coins')).toBe(page.requestIdFor('four coins'))
})

test('where storage is forbidden, the page itself keeps it', async () => {
  vi.stubGlobal('localStorage', { getItem: forbidden, setItem: forbidden, removeItem: forbidden })
  const page = await loadPage()
  const first = page.requestIdFor('four coins')
  expect(page.requestIdFor('four coins')).toBe(first)
  page.forgetRequest('four coins')
  expect(page.requestIdFor('four coins')).not.toBe(first)
})

test('an hour later the same figures are another withdrawal', async () => {
  vi.useFakeTimers()
  const page = await loadPage()
  const first = page.requestIdFor('four coins')
  vi.advanceTimersByTime(3_599_999)
  expect(page.requestIdFor('four coins')).toBe(first)
  vi.advanceTimersByTime(1)
  expect(page.requestIdFor('four coins')).not.toBe(first)
})

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
const lost = () => Promise.reject(new Error('no answer came'))

/** The request id that a reloaded page sends for a signed-in user, whose response is lost or arrives. */
async function loadPage(userId = 'ada') {
  vi.resetModules()
  const { $session } = await import('#lib/session/session.ts')
  $session.set({ token: 't', user: { id: userId } as never })
  const { createIdempotentRequest } = await import('#app/core/calls/idempotent-request.ts')
  const once = createIdempotentRequest<string>('withdrawals', { retentionMs: 3_600_000 })
  return {
    once,
    async unanswered(amount: string): Promise<string> {
      let id = ''
      await once({ amount }, (requestId) => {
        id = requestId
        return lost()
      }).catch(() => undefined)
      return id
    },
    answered: (amount: string) => once({ amount }, async (requestId) => requestId),
  }
}

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', storage)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('the same figures keep their id over a reload and in another tab, until an answer arrives', async () => {
  const first = await (await loadPage()).unanswered('4')
  const page = await loadPage()
  expect(await page.answered('4')).toBe(first)
  expect(await page.answered('4')).not.toBe(first)
})

test('a press while a request is pending gets its answer, and sends nothing', async () => {
  const { once } = await loadPage()
  const { promise, resolve } = Promise.withResolvers<string>()
  const send = vi.fn(() => promise)
  const both = [once({ amount: '4' }, send), once({ amount: '4' }, send)]
  resolve('done')
  expect(await Promise.all(both)).toEqual(['done', 'done'])
  expect(send).toHaveBeenCalledTimes(1)
})

test('other figures, and another user of the same tab, have an id of their own', async () => {
  const page = await loadPage()
  const first = await page.unanswered('4')
  const second = await page.unanswered('5')
  expect(second).not.toBe(first)
  expect(await (await loadPage('grace')).unanswered('5')).not.toBe(second)
  expect(await (await loadPage('ada')).unanswered('5')).toBe(second)
})

test('another request in between does not affect the first one', async () => {
  const page = await loadPage()
  const first = await page.unanswered('4')
  await page.answered('5')
  expect(await page.unanswered('4')).toBe(first)
})

test('foreign data in its storage key is ignored', async () => {
  stored.set('unanswered-withdrawals:ada', 'x')
  const page = await loadPage()
  expect(await page.unanswered('4')).toBe(await page.unanswered('4'))
})

test('without storage, the page itself keeps it', async () => {
  vi.stubGlobal('localStorage', { getItem: forbidden, setItem: forbidden, removeItem: forbidden })
  const page = await loadPage()
  const first = await page.unanswered('4')
  expect(await page.answered('4')).toBe(first)
  expect(await page.answered('4')).not.toBe(first)
})

test('after the time limit the same figures are another request', async () => {
  vi.useFakeTimers()
  const page = await loadPage()
  const first = await page.unanswered('4')
  vi.advanceTimersByTime(3_599_999)
  expect(await page.unanswered('4')).toBe(first)
  vi.advanceTimersByTime(1)
  expect(await page.unanswered('4')).not.toBe(first)
})

// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { CALL_TIMEOUT_MS } from '#lib/rules/calls.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('H1c a key that does not arrive within the timeout of a call is given up, and requested again', async () => {
  vi.useFakeTimers()
  const requests: string[] = []
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    requests.push(url)
    return new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
  })
  const { warmUp } = await import('#lib/api/browser.ts')
  for (const times of [1, 2]) {
    const key = warmUp()
    const rejection = expect(key).rejects.toMatchObject({ name: 'TransportError' })
    expect(warmUp()).toBe(key)
    expect(requests).toHaveLength(times)
    await vi.advanceTimersByTimeAsync(CALL_TIMEOUT_MS)
    await rejection
  }
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  $pendingSite,
  authorizeInPopup,
  cancelAuthorization,
  deliverResponse,
  takeResponse,
  waitForForeignPopup,
} from '#lib/oauth/popup.ts'

/** Channels of one browser: a message arrives at all open ones. */
const channels = new Set<FakeChannel>()
class FakeChannel {
  onmessage: ((event: { data: unknown }) => void) | null = null
  constructor() {
    channels.add(this)
  }
  postMessage = () => undefined
  close(): void {
    channels.delete(this)
  }
}
const answer = (state: string) => {
  const data = { state, code: `code of ${state}`, error: '' }
  for (const channel of channels) channel.onmessage?.({ data })
  return data
}

/** A window as its opener sees it: empty, at the other site (which cannot be read), or apparently closed. */
function newWindow() {
  let shows: 'nothing' | 'site' | 'gone' = 'nothing'
  return {
    show: (what: typeof shows) => {
      shows = what
    },
    get closed() {
      return shows === 'gone'
    },
    close: vi.fn(),
    location: {
      replace: vi.fn(),
      get href() {
        if (shows === 'site') throw new DOMException('Blocked a frame', 'SecurityError')
        return 'about:blank'
      },
    },
  }
}

let opened: ReturnType<typeof newWindow>
let reload: ReturnType<typeof vi.fn>
const begin = (state: string) => async () => ({ url: `https://site.example/${state}`, state })

beforeEach(() => {
  vi.useFakeTimers()
  opened = newWindow()
  reload = vi.fn()
  const stored = new Map<string, string>()
  vi.stubGlobal('BroadcastChannel', FakeChannel)
  vi.stubGlobal('window', { open: () => opened })
  vi.stubGlobal('location', { pathname: '/login/', search: '?redirect=/user', reload })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})

afterEach(() => {
  cancelAuthorization()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  expect(channels.size).toBe(0)
})

/** Begins to wait; `settled` is called with what it comes to. */
async function ask(state = 'one') {
  const settled = vi.fn()
  void authorizeInPopup('google', begin(state)).then(settled)
  await vi.advanceTimersByTimeAsync(0)
  return settled
}
const hour = 3_600_000

test('waits as long as the popup is open, even if the first window is visited', async () => {
  const settled = await ask()
  opened.show('site')
  await vi.advanceTimersByTimeAsync(hour)
  expect(settled).not.toHaveBeenCalled()
  expect($pendingSite.get()).toBe('google')
  const data = answer('one')
  await vi.advanceTimersByTimeAsync(0)
  expect(settled).toHaveBeenCalledExactlyOnceWith(data)
  expect($pendingSite.get()).toBeUndefined()
})

test('ends when the popup is closed, after a grace period in which its response still counts', async () => {
  const settled = await ask()
  opened.show('site')
  await vi.advanceTimersByTimeAsync(2000)
  opened.show('gone')
  await vi.advanceTimersByTimeAsync(4500)
  expect(settled).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1500)
  expect(settled).toHaveBeenCalledExactlyOnceWith(undefined)
})

test('takes the response of a landing page that closed itself', async () => {
  const settled = await ask()
  opened.show('site')
  await vi.advanceTimersByTimeAsync(2000)
  opened.show('gone')
  await vi.advanceTimersByTimeAsync(3000)
  const data = answer('one')
  await vi.advanceTimersByTimeAsync(hour)
  expect(settled).toHaveBeenCalledExactlyOnceWith(data)
})

test('keeps waiting for a popup that was seen once on its way to such a page', async () => {
  const settled = await ask()
  opened.show('site')
  await vi.advanceTimersByTimeAsync(1000)
  opened.show('gone')
  await vi.advanceTimersByTimeAsync(hour)
  expect(settled).not.toHaveBeenCalled()
  answer('one')
  await vi.advanceTimersByTimeAsync(0)
  expect(settled).toHaveBeenCalledOnce()
})

test('keeps waiting for a popup that reads as closed from its first page on', async () => {
  const settled = await ask()
  opened.show('gone')
  await vi.advanceTimersByTimeAsync(hour)
  expect(settled).not.toHaveBeenCalled()
  const data = answer('one')
  await vi.advanceTimersByTimeAsync(0)
  expect(settled).toHaveBeenCalledExactlyOnceWith(data)
})

test("waits for another site's own script until it answers, or its user cancels", async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const first = waitForForeignPopup('google', promise)
  expect($pendingSite.get()).toBe('google')
  resolve('token')
  expect(await first).toBe('token')
  expect($pendingSite.get()).toBeUndefined()
  const second = waitForForeignPopup('google', new Promise<string>(() => undefined))
  cancelAuthorization()
  expect(await second).toBeUndefined()
  expect($pendingSite.get()).toBeUndefined()
})

test('ends at once, and closes the popup, when its user cancels', async () => {
  const settled = await ask()
  opened.show('site')
  cancelAuthorization()
  await vi.advanceTimersByTimeAsync(0)
  expect(settled).toHaveBeenCalledExactlyOnceWith(undefined)
  expect(opened.close).toHaveBeenCalledOnce()
  answer('one')
  expect(reload).not.toHaveBeenCalled()
})

test('restores a response that arrived after the end', async () => {
  const settled = await ask()
  opened.show('site')
  await vi.advanceTimersByTimeAsync(2000)
  opened.show('gone')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(settled).toHaveBeenCalledExactlyOnceWith(undefined)
  const data = answer('one')
  expect(reload).toHaveBeenCalledOnce()
  expect(takeResponse('google')).toEqual(data)
  expect(takeResponse('google')).toBeUndefined()
})

test('does not reload a page that was left meanwhile', async () => {
  await ask()
  opened.show('site')
  await vi.advanceTimersByTimeAsync(2000)
  opened.show('gone')
  await vi.advanceTimersByTimeAsync(10_000)
  vi.stubGlobal('location', { pathname: '/user/account', search: '', reload })
  answer('one')
  expect(reload).not.toHaveBeenCalled()
  expect(takeResponse('google')).toBeUndefined()
})

test('ignores the response of another request, and a new request ends the previous one', async () => {
  const first = await ask('one')
  answer('other')
  await vi.advanceTimersByTimeAsync(0)
  expect(first).not.toHaveBeenCalled()
  const second = await ask('two')
  expect(first).toHaveBeenCalledExactlyOnceWith(undefined)
  expect(opened.close).not.toHaveBeenCalled()
  expect($pendingSite.get()).toBe('google')
  const data = answer('two')
  await vi.advanceTimersByTimeAsync(0)
  expect(second).toHaveBeenCalledExactlyOnceWith(data)
})

test('ends when the popup was closed before it navigated', async () => {
  opened.show('gone')
  const settled = await ask()
  expect(settled).toHaveBeenCalledExactlyOnceWith(undefined)
  expect(opened.location.replace).not.toHaveBeenCalled()
})

test('closes the popup when the request fails', async () => {
  await expect(authorizeInPopup('google', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(opened.close).toHaveBeenCalledOnce()
  expect($pendingSite.get()).toBeUndefined()
})

test('the landing page returns whether it goes back: without a request it has to show a message', () => {
  const [close, replace] = [vi.fn(), vi.fn()]
  vi.stubGlobal('window', { close })
  vi.stubGlobal('history', { state: null, replaceState: () => undefined })
  vi.stubGlobal('location', { pathname: '/auth-success', search: '?code=abc&state=zzz', replace })
  expect(deliverResponse()).toBe(false)
  expect(close).toHaveBeenCalledOnce()
  const savePending = (state: string) =>
    sessionStorage.setItem('asked-elsewhere', JSON.stringify({ state, back: '/login/', site: 'google' }))
  savePending('another')
  expect([deliverResponse(), replace.mock.calls]).toEqual([false, []])
  savePending('zzz')
  expect([deliverResponse(), replace.mock.calls]).toEqual([true, [['/login/']]])
  expect(takeResponse('google')).toMatchObject({ code: 'abc' })
})

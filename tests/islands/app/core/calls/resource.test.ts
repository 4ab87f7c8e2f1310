// @vitest-environment happy-dom
import { atom } from 'nanostores'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RefusedError, TransportError } from '#lib/api/errors.ts'
import { userMachineCount } from '#lib/contract/devices.ts'

const gone = () => Promise.reject(new TransportError('status', 'Bad Gateway', 502))
const there = () => Promise.resolve({ count: 1 })

let answer: () => Promise<unknown>
/** When each call left. */
let requests: number[] = []
vi.mock('#app/core/calls/call.ts', () => ({
  call: () => {
    requests.push(Date.now())
    return answer()
  },
}))

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers({ now: 1_800_000_000_000 })
  requests = []
  answer = there
})
afterEach(async () => {
  // A closed store receives the page's events for one more second.
  await vi.advanceTimersByTimeAsync(1_000)
  vi.restoreAllMocks()
  vi.useRealTimers()
})

async function open(options: { everyMs?: number; $payload?: ReturnType<typeof atom<object>> } = {}) {
  const { createResource } = await import('#app/core/calls/resource.ts')
  const $store = createResource(userMachineCount, { $payload: atom({}), ...options } as never)
  const close = $store.listen(() => undefined)
  await vi.advanceTimersByTimeAsync(0)
  return { $store, close }
}

test('H13c a missing answer is reported at once, and retried twice', async () => {
  answer = gone
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const { $store, close } = await open()
  expect($store.get().error?.message).toBe('Bad Gateway')
  await vi.advanceTimersByTimeAsync(1_249)
  expect(requests).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(requests).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(4_250)
  expect(requests).toHaveLength(3)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requests).toHaveLength(3)
  expect($store.get().error?.message).toBe('Bad Gateway')
  close()
})

test('H13c the pauses are random, between half a second and two, and eight', async () => {
  answer = gone
  for (const [chance, pauses] of [
    [0, [500, 500]],
    [0.5, [1_250, 4_250]],
    [0.999_999, [2_000, 8_000]],
  ] as const) {
    vi.spyOn(Math, 'random').mockReturnValue(chance)
    requests = []
    const { close } = await open()
    await vi.advanceTimersByTimeAsync(20_000)
    const [first = 0, second = 0, third = 0] = requests
    expect([Math.round((second - first) / 10) * 10, Math.round((third - second) / 10) * 10]).toEqual(pauses)
    close()
  }
})

test('H13c an answer ends the retries', async () => {
  answer = gone
  const { $store, close } = await open()
  answer = there
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requests).toHaveLength(2)
  expect($store.get()).toEqual({ data: { count: 1 }, error: undefined })
  close()
})

test.each([
  ['5003', 3],
  ['4029', 1],
  ['4009', 1],
])('H13c a refusal with %s is requested %i times', async (code, times) => {
  answer = () => Promise.reject(new RefusedError(code, 'no', null))
  const { close } = await open()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requests).toHaveLength(times)
  close()
})

test('H2c outdated answers are reported once, until every store has a newer one', async () => {
  const { $store: $one, close: closeOne } = await open()
  const { $store: $other, close: closeOther } = await open()
  const { $outdated } = await import('#app/core/calls/resource.ts')
  const reported: (string | undefined)[] = []
  $outdated.listen((error) => reported.push(error?.message))
  const reload = () => Promise.all([$one.reload(), $other.reload()])
  answer = () => Promise.reject(new RefusedError('4029', 'Try again in 7 s.', null))
  await reload()
  await reload()
  expect(reported).toEqual(['Try again in 7 s.'])
  answer = there
  await $one.reload()
  expect(reported).toHaveLength(1)
  await $other.reload()
  expect(reported).toEqual(['Try again in 7 s.', undefined])
  answer = gone
  await $one.reload()
  expect(reported).toHaveLength(3)
  // No listeners are left.
  closeOne()
  closeOther()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(reported.at(-1)).toBeUndefined()
})

test('H2c an outdated answer is retried until there is a newer one', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const { $store, close } = await open()
  const { $outdated } = await import('#app/core/calls/resource.ts')
  answer = gone
  await $store.reload()
  await vi.advanceTimersByTimeAsync(1_250 + 4_250 + 2 * 22_500)
  expect(requests).toHaveLength(6)
  expect($outdated.get()?.message).toBe('Bad Gateway')
  answer = there
  await vi.advanceTimersByTimeAsync(22_500)
  expect($outdated.get()).toBeUndefined()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requests).toHaveLength(7)
  close()
})

test('H2c a missing record is no outdated answer, and hides no later failure', async () => {
  const { $store: $gone, close: closeGone } = await open()
  const { $store: $other, close: closeOther } = await open()
  const { $outdated } = await import('#app/core/calls/resource.ts')
  answer = () => Promise.reject(new RefusedError('4004', 'Gone.', { reason: 'DEVICE_UNKNOWN' }))
  await $gone.reload()
  expect($outdated.get()).toBeUndefined()
  answer = gone
  await $other.reload()
  expect($outdated.get()?.message).toBe('Bad Gateway')
  closeGone()
  closeOther()
})

test('H2c a first answer that never arrives is not outdated', async () => {
  answer = gone
  const { close } = await open()
  const { $outdated } = await import('#app/core/calls/resource.ts')
  expect($outdated.get()).toBeUndefined()
  close()
})

test('H13c nothing is retried without listeners or after another request', async () => {
  // A store lives on for a second after its last listener.
  vi.spyOn(Math, 'random').mockReturnValue(0.9)
  answer = gone
  const $payload = atom<object>({ page: 1 })
  const { $store, close } = await open({ $payload })
  answer = there
  $payload.set({ page: 2 })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requests).toHaveLength(2)
  answer = gone
  await $store.reload()
  close()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requests).toHaveLength(3)
  const hidden = await open()
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requests).toHaveLength(4)
  hidden.close()
})

/** Each question has its answer when the test gives it one. */
function answerByHand() {
  const answers: PromiseWithResolvers<unknown>[] = []
  answer = () => {
    const pending = Promise.withResolvers<unknown>()
    answers.push(pending)
    return pending.promise
  }
  return async (place: number, count: number | Error) => {
    if (count instanceof Error) answers[place]?.reject(count)
    else answers[place]?.resolve({ count })
    await vi.advanceTimersByTimeAsync(0)
  }
}
/** Responds after this many milliseconds; counts the requests. */
function answerAfter(ms: number) {
  let count = 0
  answer = () => {
    count += 1
    const mine = count
    return new Promise((resolve) => setTimeout(resolve, ms, { count: mine }))
  }
}
const news = () => dispatchEvent(new Event('online'))
const timeout = () => new TransportError('timeout', 'no answer in time')

test('answers are applied in the order of their requests, and each request ends with its own', async () => {
  const { $store, close } = await open()
  const give = answerByHand()
  const ended: string[] = []
  for (const name of ['first', 'second', 'third']) void $store.reload().then(() => ended.push(name))
  await give(0, 2)
  expect([ended, $store.get().data]).toEqual([['first'], { count: 2 }])
  await give(2, 4)
  expect($store.get().data).toEqual({ count: 4 })
  await give(1, 3)
  expect([ended, $store.get().data]).toEqual([['first', 'third', 'second'], { count: 4 }])
  close()
})

test('a failed request reports nothing while a newer one is pending', async () => {
  const { $store, close } = await open()
  const give = answerByHand()
  void $store.reload()
  void $store.reload()
  await give(0, timeout())
  expect($store.get()).toEqual({ data: { count: 1 }, error: undefined })
  await give(1, timeout())
  expect($store.get().error?.message).toBe('no answer in time')
  close()
})

test.each([2, 13, 25, 59])('a list that polls every 10 s fills from a service that takes %i s', async (seconds) => {
  answerAfter(seconds * 1_000)
  const { $store, close } = await open({ everyMs: 10_000 })
  await vi.advanceTimersByTimeAsync(seconds * 1_000)
  expect($store.get().data).toEqual({ count: 1 })
  // The timer continues, one request at a time.
  await vi.advanceTimersByTimeAsync(600_000)
  expect(requests.length).toBeGreaterThan(600 / (seconds + 10) - 1)
  expect(requests.every((time, place) => time - (requests[place - 1] ?? 0) >= Math.min(seconds, 10) * 1_000)).toBe(true)
  close()
})

test('a hanging read is reported after its timeout, whatever the timer does meanwhile', async () => {
  answer = () => new Promise((_, reject) => setTimeout(() => reject(timeout()), 60_000))
  const { $store, close } = await open({ everyMs: 10_000 })
  await vi.advanceTimersByTimeAsync(59_999)
  expect([requests.length, $store.get().error]).toEqual([1, undefined])
  await vi.advanceTimersByTimeAsync(1)
  expect($store.get().error?.message).toBe('no answer in time')
  close()
})

test('news during a request are loaded once, after its answer', async () => {
  const $changes = atom(1)
  const give = answerByHand()
  const { $store, close } = await open({ $changes } as never)
  news()
  $changes.set(2)
  news()
  expect(requests).toHaveLength(1)
  await give(0, 7)
  expect([requests.length, $store.get().data]).toEqual([2, { count: 7 }])
  await give(1, 8)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([requests.length, $store.get().data]).toEqual([2, { count: 8 }])
  news()
  expect(requests).toHaveLength(3)
  close()
})

test('continuous news leave the list filled from a slow service', async () => {
  answerAfter(13_000)
  const { $store, close } = await open()
  for (let second = 0; second < 40; second += 1) {
    news()
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect([requests.length, $store.get().data]).toEqual([4, { count: 3 }])
  close()
})

test('a user who returns to the page loads at once, beside a request that may hang', async () => {
  const give = answerByHand()
  const { $store, close } = await open()
  document.dispatchEvent(new Event('visibilitychange'))
  expect(requests).toHaveLength(2)
  await give(1, 2)
  expect($store.get().data).toEqual({ count: 2 })
  await give(0, timeout())
  expect($store.get()).toEqual({ data: { count: 2 }, error: undefined })
  close()
})

test('an answer for one account never reaches another, which loads again', async () => {
  const { $session } = await import('#lib/session/session.ts')
  $session.set({ token: 'one', user: undefined })
  const give = answerByHand()
  const { $store, close } = await open()
  $session.set({ token: 'two', user: undefined })
  await give(0, 1)
  expect([requests.length, $store.get().data]).toEqual([2, undefined])
  await give(1, 2)
  expect($store.get().data).toEqual({ count: 2 })
  $session.set(undefined)
  close()
})

test('nothing is polled without listeners', async () => {
  const { $store, close } = await open()
  close()
  await vi.advanceTimersByTimeAsync(5_000)
  requests = []
  await $store.reload()
  expect(requests).toEqual([])
})

test('an answer is never applied after its request was dropped', async () => {
  const $payload = atom<object | undefined>({})
  const { $store, close } = await open({ $payload } as never)
  let land: (count: unknown) => void = () => undefined
  answer = () =>
    new Promise((resolve) => {
      land = resolve
    })
  void $store.reload()
  $payload.set(undefined)
  land({ count: 2 })
  await vi.advanceTimersByTimeAsync(0)
  expect($store.get().data).toBeUndefined()
  close()
})

test('all stores of a visit poll at the same moment, and visits at moments of their own', async () => {
  const moments = new Set<number>()
  for (const chance of [0.111, 0.333, 0.731, 0.907]) {
    vi.resetModules()
    vi.spyOn(Math, 'random').mockReturnValue(chance)
    const opened = [await open({ everyMs: 30_000 })]
    await vi.advanceTimersByTimeAsync(4_321)
    opened.push(await open({ everyMs: 30_000 }))
    requests = []
    await vi.advanceTimersByTimeAsync(30_000)
    expect(requests).toHaveLength(2)
    expect(new Set(requests).size).toBe(1)
    moments.add((requests[0] ?? 0) % 30_000)
    for (const { close } of opened) close()
  }
  expect(moments.size).toBe(4)
})

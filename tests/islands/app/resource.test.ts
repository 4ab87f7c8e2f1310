// @vitest-environment happy-dom
import { atom } from 'nanostores'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Refused, TransportError } from '#lib/api/errors.ts'
import { userMachineCount } from '#lib/contract/devices.ts'

const gone = () => Promise.reject(new TransportError('status', 'Bad Gateway', 502))
const there = () => Promise.resolve({ count: 1 })

let answer: () => Promise<unknown>
/** When each call left. */
let asked: number[] = []
vi.mock('#app/calls/call.ts', () => ({
  call: () => {
    asked.push(Date.now())
    return answer()
  },
}))

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers({ now: 1_800_000_000_000 })
  asked = []
  answer = there
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

async function open(options: { everyMs?: number; $payload?: ReturnType<typeof atom<object>> } = {}) {
  const { createResource } = await import('#app/calls/resource.ts')
  const $store = createResource(userMachineCount, { $payload: atom({}), ...options } as never)
  const close = $store.listen(() => undefined)
  await vi.advanceTimersByTimeAsync(0)
  return { $store, close }
}

test('H13c what has no answer is told at once, and asked for twice more', async () => {
  answer = gone
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const { $store, close } = await open()
  expect($store.get().error?.message).toBe('Bad Gateway')
  await vi.advanceTimersByTimeAsync(1_249)
  expect(asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(asked).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(4_250)
  expect(asked).toHaveLength(3)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toHaveLength(3)
  expect($store.get().error?.message).toBe('Bad Gateway')
  close()
})

test('H13c the pauses are drawn by chance, between half a second and two, and eight', async () => {
  answer = gone
  for (const [chance, pauses] of [
    [0, [500, 500]],
    [0.5, [1_250, 4_250]],
    [0.999_999, [2_000, 8_000]],
  ] as const) {
    vi.spyOn(Math, 'random').mockReturnValue(chance)
    asked = []
    const { close } = await open()
    await vi.advanceTimersByTimeAsync(20_000)
    const [first = 0, second = 0, third = 0] = asked
    expect([Math.round((second - first) / 10) * 10, Math.round((third - second) / 10) * 10]).toEqual(pauses)
    close()
  }
})

test('H13c an answer ends the trying', async () => {
  answer = gone
  const { $store, close } = await open()
  answer = there
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toHaveLength(2)
  expect($store.get()).toEqual({ data: { count: 1 }, error: undefined })
  close()
})

test.each([
  ['5003', 3],
  ['4029', 1],
  ['4009', 1],
])('H13c a refusal with %s is asked %i times', async (code, times) => {
  answer = () => Promise.reject(new Refused(code, 'no', null))
  const { close } = await open()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toHaveLength(times)
  close()
})

test('H2c that shown answers have grown old is told once, until every store has a newer one', async () => {
  const { $store: $one, close: closeOne } = await open()
  const { $store: $other, close: closeOther } = await open()
  const { $outdated } = await import('#app/calls/resource.ts')
  const told: (string | undefined)[] = []
  $outdated.listen((error) => told.push(error?.message))
  const reload = () => Promise.all([$one.reload(), $other.reload()])
  answer = () => Promise.reject(new Refused('4029', 'Try again in 7 s.', null))
  await reload()
  await reload()
  expect(told).toEqual(['Try again in 7 s.'])
  answer = there
  await $one.reload()
  expect(told).toHaveLength(1)
  await $other.reload()
  expect(told).toEqual(['Try again in 7 s.', undefined])
  answer = gone
  await $one.reload()
  expect(told).toHaveLength(3)
  // Nobody looks any more.
  closeOne()
  closeOther()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(told.at(-1)).toBeUndefined()
})

test('H2c an answer that has grown old is asked for until a newer one comes', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const { $store, close } = await open()
  const { $outdated } = await import('#app/calls/resource.ts')
  answer = gone
  await $store.reload()
  await vi.advanceTimersByTimeAsync(1_250 + 4_250 + 2 * 22_500)
  expect(asked).toHaveLength(6)
  expect($outdated.get()?.message).toBe('Bad Gateway')
  answer = there
  await vi.advanceTimersByTimeAsync(22_500)
  expect($outdated.get()).toBeUndefined()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toHaveLength(7)
  close()
})

test('H2c a first answer that does not come is no outdated one', async () => {
  answer = gone
  const { close } = await open()
  const { $outdated } = await import('#app/calls/resource.ts')
  expect($outdated.get()).toBeUndefined()
  close()
})

test('H13c nobody tries for what is no longer looked at, or asked otherwise', async () => {
  // A store lives on for a second after its last listener.
  vi.spyOn(Math, 'random').mockReturnValue(0.9)
  answer = gone
  const $payload = atom<object>({ page: 1 })
  const { $store, close } = await open({ $payload })
  answer = there
  $payload.set({ page: 2 })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toHaveLength(2)
  answer = gone
  await $store.reload()
  close()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toHaveLength(3)
  const hidden = await open()
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toHaveLength(4)
  hidden.close()
})

test('a question whose place another took ends with the answer of that one', async () => {
  const { $store, close } = await open()
  const answers: ((count: number) => void)[] = []
  answer = () => new Promise((resolve) => answers.push((count) => resolve({ count })))
  let ended = 0
  for (const _ of [1, 2]) void $store.reload().then(() => (ended += 1))
  answers[0]?.(2)
  await vi.advanceTimersByTimeAsync(0)
  expect([ended, $store.get().data]).toEqual([0, { count: 1 }])
  answers[1]?.(3)
  await vi.advanceTimersByTimeAsync(0)
  expect([ended, $store.get().data]).toEqual([2, { count: 3 }])
  close()
})

test('nothing is asked again that nobody looks at', async () => {
  const { $store, close } = await open()
  close()
  await vi.advanceTimersByTimeAsync(5_000)
  asked = []
  await $store.reload()
  expect(asked).toEqual([])
})

test('an answer never lands where nothing is asked any more', async () => {
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

test('all stores of a visit ask in the same moment, and visits in moments of their own', async () => {
  const moments = new Set<number>()
  for (const chance of [0.111, 0.333, 0.731, 0.907]) {
    vi.resetModules()
    vi.spyOn(Math, 'random').mockReturnValue(chance)
    const opened = [await open({ everyMs: 30_000 })]
    await vi.advanceTimersByTimeAsync(4_321)
    opened.push(await open({ everyMs: 30_000 }))
    asked = []
    await vi.advanceTimersByTimeAsync(30_000)
    expect(asked).toHaveLength(2)
    expect(new Set(asked).size).toBe(1)
    moments.add((asked[0] ?? 0) % 30_000)
    for (const { close } of opened) close()
  }
  expect(moments.size).toBe(4)
})

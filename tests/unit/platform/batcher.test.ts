import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBatcher } from '#service/platform/batcher.ts'

const LIMITS = { maxItems: 3, maxWeight: 10, busyItems: 2, everyMs: 100 }
type Item = readonly [key: string, weight?: number]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A batcher whose batches take `ms`, and what it has run: the keys of each batch, with the time of its start. */
function start({ ms = 10, again = () => [] as Item[] } = {}) {
  const batches: [at: number, keys: string][] = []
  const begin = performance.now()
  /** To ten milliseconds: a pretended immediate takes one. */
  const passed = () => Math.floor((performance.now() - begin) / 10) * 10
  const { add } = createBatcher<Item>({
    limits: LIMITS,
    keyOf: ([key]) => key,
    weightOf: ([, weight = 1]) => weight,
    async run(items) {
      batches.push([passed(), items.map(([key]) => key).join('')])
      await new Promise((resolve) => setTimeout(resolve, ms))
      return again()
    },
  })
  return { batches, add: (...items: Item[]) => items.forEach(add) }
}

test('an item that comes alone is run at once, however many came before', async () => {
  const { batches, add } = start()
  for (const key of ['a', 'b', 'c']) {
    add([key])
    await vi.advanceTimersByTimeAsync(12)
  }
  expect(batches).toEqual([
    [0, 'a'],
    [10, 'b'],
    [20, 'c'],
  ])
})

test('items that come while a batch runs are the next one, which ends a pause after a busy one', async () => {
  const { batches, add } = start()
  add(['a'])
  await vi.advanceTimersByTimeAsync(1)
  add(['b'], ['c'])
  await vi.advanceTimersByTimeAsync(15)
  add(['d'])
  await vi.advanceTimersByTimeAsync(200)
  expect(batches).toEqual([
    [0, 'a'],
    [10, 'bc'],
    [110, 'd'],
  ])
})

test('a full batch does not wait', async () => {
  const { batches, add } = start()
  add(['a'], ['b'], ['c'], ['d'], ['e'], ['f'])
  await vi.advanceTimersByTimeAsync(30)
  expect(batches).toEqual([
    [0, 'abc'],
    [10, 'def'],
  ])
})

test('items of one key are in different batches, in their order, and others pass them', async () => {
  const { batches, add } = start()
  add(['a'], ['a'], ['a'], ['b'])
  await vi.advanceTimersByTimeAsync(500)
  expect(batches.map(([, keys]) => keys)).toEqual(['ab', 'a', 'a'])
})

test('a batch has a greatest weight, and a heavier item is one by itself', async () => {
  const { batches, add } = start()
  add(['a', 50], ['b', 6], ['c', 6], ['d', 4])
  await vi.advanceTimersByTimeAsync(500)
  expect(batches.map(([, keys]) => keys)).toEqual(['a', 'bd', 'c'])
})

test('what a batch gives back comes first in the next one', async () => {
  const left: Item[][] = [[['a']], []]
  const { batches, add } = start({ again: () => left.shift() ?? [] })
  add(['a'])
  await vi.advanceTimersByTimeAsync(1)
  add(['b'])
  await vi.advanceTimersByTimeAsync(500)
  expect(batches.map(([, keys]) => keys)).toEqual(['a', 'ab'])
})

// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pointList } from '#lib/contract/points.ts'

/** Rows of the service, oldest first; a key is the last id of its page. */
let ids: number[] = []
const requests: Record<string, unknown>[] = []
vi.mock('#app/core/calls/call.ts', () => ({
  call: (_endpoint: unknown, payload: { size: number; after?: string }) => {
    requests.push(payload)
    const behind = [...ids].reverse().filter((id) => payload.after === undefined || id < Number(payload.after))
    const page = behind.slice(0, payload.size)
    const next = behind.length > page.length ? String(page.at(-1)) : null
    return Promise.resolve({ records: page.map((id) => ({ _id: String(id) })), total: ids.length, next })
  },
}))

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

beforeEach(() => {
  vi.resetModules()
  requests.length = 0
  ids = upTo(7)
})
afterEach(() => vi.restoreAllMocks())

async function open() {
  const { createGrowingList } = await import('#app/core/lists/create-growing-list.ts')
  const list = createGrowingList(pointList, { filter: { source: '' }, size: 3, payload: (filter) => filter })
  const close = list.$shown.listen(() => undefined)
  await vi.waitFor(() => expect(list.$shown.get()).toBeDefined())
  const shown = () => list.$shown.get()?.records.map(({ _id }) => Number(_id))
  return { list, shown, close }
}

test('adds older rows until there are no more', async () => {
  const { list, shown } = await open()
  expect(shown()).toEqual([7, 6, 5])
  await list.more()
  expect(shown()).toEqual([7, 6, 5, 4, 3, 2])
  await list.more()
  expect(shown()).toEqual([7, 6, 5, 4, 3, 2, 1])
  expect(list.$shown.get()?.next).toBeNull()
  await list.more()
  expect(requests).toHaveLength(3)
})

test('new rows are on top, and none is skipped or shown twice', async () => {
  const { list, shown } = await open()
  ids.push(8, 9)
  await list.more()
  expect(shown()).toEqual([7, 6, 5, 4, 3, 2])
  await list.reload()
  expect(shown()).toEqual([9, 8, 7, 6, 5, 4, 3, 2])
  expect(list.$shown.get()?.total).toBe(9)
  await list.more()
  expect(shown()).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1])
})

test('starts again when there are more new rows than a page holds', async () => {
  const { list, shown } = await open()
  await list.more()
  ids = upTo(11)
  await list.reload()
  expect(shown()).toEqual([11, 10, 9])
  await list.more()
  expect(shown()).toEqual([11, 10, 9, 8, 7, 6])
})

test('another filter starts at the newest, and drops the pending answer of the previous one', async () => {
  const { list, shown } = await open()
  const pending = list.more()
  list.change({ source: 'mining' })
  await pending
  await vi.waitFor(() => expect(shown()).toEqual([7, 6, 5]))
  expect(requests.at(-1)).toMatchObject({ source: 'mining' })
})

test('another order starts again, and is that of the rows after', async () => {
  const { setSorting } = await import('#app/core/lists/table-sort.ts')
  const { createGrowingList } = await import('#app/core/lists/create-growing-list.ts')
  const sorted = { name: 'points', by: ['points'] }
  const list = createGrowingList(pointList, { filter: { source: '' }, size: 3, payload: (filter) => filter, sorted })
  list.$shown.listen(() => undefined)
  await vi.waitFor(() => expect(list.$shown.get()).toBeDefined())
  const pending = list.more()
  setSorting('points', { by: 'points', isDescending: false })
  await pending
  await vi.waitFor(() => expect(list.$shown.get()?.records).toHaveLength(3))
  await list.more()
  expect(list.$shown.get()?.records).toHaveLength(6)
  expect(requests.slice(-2)).toEqual([
    { source: '', size: 3, sortField: 'points', sort: 'asc' },
    { source: '', size: 3, sortField: 'points', sort: 'asc', after: '5' },
  ])
  setSorting('points', undefined)
  await vi.waitFor(() => expect(list.$shown.get()?.records).toHaveLength(3))
})

test('drops its rows without listeners', async () => {
  const { list, shown, close } = await open()
  await list.more()
  close()
  await new Promise((done) => setTimeout(done, 1_100))
  list.$shown.listen(() => undefined)
  await vi.waitFor(() => expect(shown()).toEqual([7, 6, 5]))
})

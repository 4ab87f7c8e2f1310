import { expect, test } from 'vitest'
import { allRecords, ListChangedError } from '#app/core/lists/save-csv.ts'

const rows = Array.from({ length: 250 }, (_, index) => ({ _id: String(index) }))

/** A list by offset, newest first, that `change` alters after this many pages. */
function createList(length: number, change: (list: typeof rows, read: number) => void = () => undefined) {
  const list = rows.slice(0, length)
  const requests: number[] = []
  return {
    requests,
    list,
    ask: ({ page, size }: { page: number; size: number }) => {
      const reply = { records: list.slice((page - 1) * size, page * size), total: list.length }
      requests.push(page)
      change(list, requests.length)
      return Promise.resolve(reply)
    },
  }
}

test.each([0, 1, 99, 100, 101, 200, 250])('loads all of %i records, page by page', async (total) => {
  const { ask, requests } = createList(total)
  expect(await allRecords(ask)).toEqual(rows.slice(0, total))
  expect(requests).toEqual(Array.from({ length: Math.max(1, Math.ceil(total / 100)) }, (_, index) => index + 1))
})

test.each([
  ['a record leaves the filter', (list: typeof rows) => void list.splice(5, 1)],
  ['a record comes', (list: typeof rows) => void list.unshift({ _id: 'new' })],
  ['one leaves and one comes', (list: typeof rows) => void list.splice(150, 1, { _id: 'new' })],
])('is complete when %s between two pages', async (_, change) => {
  const { ask, list } = createList(250, (now, read) => read === 1 && change(now))
  const found = (await allRecords(ask)).map(({ _id }) => _id)
  expect(new Set(found).size).toBe(found.length)
  expect(found).toEqual(expect.arrayContaining(list.map(({ _id }) => _id)))
})

test('never omits records silently when the list moves during every reading', async () => {
  const { ask, requests } = createList(250, (list) => list.shift())
  await expect(allRecords(ask)).rejects.toBeInstanceOf(ListChangedError)
  expect(requests.length).toBeLessThan(20)
})

test('uses keys if a list has them, whatever is added meanwhile', async () => {
  const list = rows.slice(0, 250)
  const cursors: (string | undefined)[] = []
  const found = await allRecords(({ size, after }) => {
    cursors.push(after)
    const from = after === undefined ? 0 : list.findIndex(({ _id }) => _id === after) + 1
    const records = list.slice(from, from + size)
    const next = from + size < list.length ? (records.at(-1)?._id ?? null) : null
    list.unshift({ _id: `new ${cursors.length}` })
    return Promise.resolve({ records, total: list.length, next })
  })
  expect(found).toEqual(rows.slice(0, 250))
  expect(cursors).toEqual([undefined, '99', '199'])
})

import { expect, test } from 'vitest'
import { allRecords } from '#app/save-csv.ts'

const rows = Array.from({ length: 250 }, (_, index) => ({ _id: String(index) }))

test.each([0, 1, 99, 100, 101, 200, 250])('asks for all of %i records, page by page', async (total) => {
  const asked: number[] = []
  const found = await allRecords(({ page, size }) => {
    asked.push(page)
    return Promise.resolve({ records: rows.slice((page - 1) * size, Math.min(page * size, total)), total })
  })
  expect(found).toEqual(rows.slice(0, total))
  expect(asked).toEqual(Array.from({ length: Math.max(1, Math.ceil(total / 100)) }, (_, index) => index + 1))
})

test('keeps a record once that moved to the next page meanwhile', async () => {
  const pages = [rows.slice(0, 100), rows.slice(99, 150)]
  const found = await allRecords(({ page }) => Promise.resolve({ records: pages[page - 1] ?? [], total: 151 }))
  expect(found).toEqual(rows.slice(0, 150))
})

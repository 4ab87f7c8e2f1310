import fc from 'fast-check'
import { sql } from 'kysely'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyOf } from '#lib/contract/keys.ts'
import { type KeyOrder, keysetPageOf, pageOf, sliceOf } from '#service/platform/db/pagination.ts'
import { createWorld, type World } from '#world/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const numbers = (last: number) =>
  world.running.ctx.db
    .selectFrom(sql<{ number: number }>`(select generate_series(1, ${last}::int) as number)`.as('numbers'))
    .select('number')
    .orderBy('number', 'desc')

const page = async (last: number, at: { page: number; size: number }) => {
  const { rows, total } = await pageOf(numbers(last), at)
  return [rows.map(({ number }) => number), total]
}

test('a page has its rows, and the number of all, counted or not', async () => {
  expect(await page(0, { page: 1, size: 3 })).toEqual([[], 0])
  expect(await page(2, { page: 1, size: 3 })).toEqual([[2, 1], 2])
  expect(await page(3, { page: 1, size: 3 })).toEqual([[3, 2, 1], 3])
  expect(await page(7, { page: 2, size: 3 })).toEqual([[4, 3, 2], 7])
  expect(await page(7, { page: 3, size: 3 })).toEqual([[1], 7])
  // Behind the last page there is no row that could tell.
  expect(await page(7, { page: 4, size: 3 })).toEqual([[], 7])
})

interface Row {
  day: string
  at: Date
  number: string
  id: string
}
const orders = fc.record({ day: fc.constantFrom('asc', 'desc'), at: fc.constantFrom('asc', 'desc') })
const orderOf = ({ day, at }: { day: 'asc' | 'desc'; at: 'asc' | 'desc' }): KeyOrder<Row> => [
  { column: 'day', part: 'day', order: day, of: (row) => row.day },
  { column: 'at', part: 'time', order: at, of: (row) => row.at },
  { column: 'number', part: 'number', order: 'desc', of: (row) => row.number },
  { column: 'id', part: 'id', order: 'asc', of: (row) => row.id },
]
const Key = keyOf('day', 'time', 'number', 'id')

/** Few values for each part, so that many rows are equal but for the last. */
const rowsOf = fc.uniqueArray(
  fc.record({
    day: fc.constantFrom('2026-03-01', '2026-03-02', '2027-01-01'),
    at: fc.constantFrom(0, 999, 1_773_100_000_123).map((ms) => new Date(ms)),
    number: fc.constantFrom('0', '9', '10', '999999999999999999'),
    id: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,15}$/),
  }),
  { selector: ({ id }) => id, maxLength: 24 },
)

test('keys lead through a list once, also over equal values', async () => {
  await fc.assert(
    fc.asyncProperty(rowsOf, orders, fc.integer({ min: 1, max: 7 }), async (rows, directions, size) => {
      const order = orderOf(directions)
      const table = sql<Row>`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as listed (day date, at timestamptz, number bigint, id text)`
      const query = world.running.ctx.db.selectFrom(sql<Row>`(select * from ${table})`.as('listed')).selectAll()
      const whole = await keysetPageOf(query, order, { page: 1, size: 100 })
      expect(whole).toMatchObject({ total: rows.length, next: null })
      const seen: Row[] = []
      let after: string | undefined
      do {
        const { rows: found, next, total } = await keysetPageOf(query, order, { page: 1, size, after })
        expect(total).toBe(rows.length)
        seen.push(...found)
        after = next === null ? undefined : v.parse(Key, next)
      } while (after !== undefined)
      expect(seen).toEqual(whole.rows)
    }),
    { numRuns: 40 },
  )
})

test('slices lead forward through a list and back to its beginning, also over equal values', async () => {
  await fc.assert(
    fc.asyncProperty(rowsOf, orders, fc.integer({ min: 1, max: 7 }), async (rows, directions, limit) => {
      const order = orderOf(directions)
      const table = sql<Row>`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as listed (day date, at timestamptz, number bigint, id text)`
      const query = world.running.ctx.db.selectFrom(sql<Row>`(select * from ${table})`.as('listed')).selectAll()
      const whole = await sliceOf(query, order, { limit: 100 })
      expect(whole.keys).toEqual({ previous: null, next: null })
      const forward: Row[][] = []
      let slice = await sliceOf(query, order, { limit })
      for (;;) {
        forward.push(slice.rows)
        if (slice.keys.next === null) break
        slice = await sliceOf(query, order, { limit, after: slice.keys.next })
      }
      expect(forward.flat()).toEqual(whole.rows)
      for (const expected of forward.toReversed().slice(1)) {
        slice = await sliceOf(query, order, { limit, before: slice.keys.previous ?? '' })
        expect(slice.rows).toEqual(expected)
      }
      expect(slice.keys.previous).toBeNull()
    }),
    { numRuns: 40 },
  )
})

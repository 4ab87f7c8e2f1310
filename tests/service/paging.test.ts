import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageOf } from '#service/db/paging.ts'
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

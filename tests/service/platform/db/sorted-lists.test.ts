import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ambassadorProfits, profitSorts } from '#lib/contract/ambassadors.ts'
import { consumptionList, consumptionSorts, rechargeList, rechargeSorts } from '#lib/contract/balance.ts'
import { earningList, earningSorts } from '#lib/contract/earning-list.ts'
import { columnsOf, type Direction } from '#lib/contract/keys.ts'
import { orderList, orderSorts } from '#lib/contract/orders.ts'
import { pointList, pointSorts } from '#lib/contract/points.ts'
import { withdrawalList, withdrawalSorts, withdrawalStatus } from '#lib/contract/withdrawals.ts'
import { toUnits } from '#lib/money/coins.ts'
import { fillLists, ROWS } from '#world/many-rows.ts'
import { createMarket } from '#world/market.ts'
import type { User } from '#world/visitor.ts'
import type { World } from '#world/world.ts'

let world: World
let user: User
beforeAll(async () => {
  // Rows that were never money: no check of the money is right about them.
  world = await createMarket({ checks: [] })
  user = await world.user()
  const stranger = await world.user()
  for (const { info } of [user, stranger]) await fillLists(world.running.ctx.db, info.id)
})
afterAll(() => world.close())

/** One row: its identity, and its value in each column that sorts. */
interface Shown {
  id: string
  values: Record<string, readonly (string | number | bigint)[]>
}
interface Page {
  rows: Shown[]
  total: number
  next: string | null
}
interface At {
  sortField: string
  sort: Direction
  size: number
  page?: number
  after?: string
}

const statusName = (status: number) => Object.entries(withdrawalStatus).find(([, one]) => one === status)?.[0] ?? ''

const lists: Record<string, { columns: readonly string[]; ask: (at: At) => Promise<Page> }> = {
  withdrawals: {
    columns: columnsOf(withdrawalSorts),
    ask: async (at) => {
      const { records, ...page } = await user.call(withdrawalList, at as never)
      const rows = records.map(({ _id: id, time, status, amount, currencyCode: coin }) => ({
        id,
        values: { time: [time], amount: [coin, toUnits(amount, coin)], status: [statusName(status), time] },
      }))
      return { ...page, rows }
    },
  },
  orders: {
    columns: columnsOf(orderSorts),
    ask: async ({ size: pageSize, ...at }) => {
      const { list, ...page } = await user.call(orderList, { ...at, pageSize, type: 1 } as never)
      const rows = list.map(({ orderNo: id, orderTime: time, orderStatus, amount, quantity }) => ({
        id,
        values: {
          time: [time],
          units: [quantity],
          amount: [toUnits(amount, 'USDT')],
          status: [orderStatus, time],
        },
      }))
      return { ...page, rows }
    },
  },
  recharges: {
    columns: columnsOf(rechargeSorts),
    ask: async (at) => {
      const { records, ...page } = await user.call(rechargeList, at as never)
      const rows = records.map(({ _id: id, time, deposit }) => ({
        id,
        values: { time: [time], amount: [toUnits(deposit.amount, 'USDT')] },
      }))
      return { ...page, rows }
    },
  },
  consumption: {
    columns: columnsOf(consumptionSorts),
    ask: async (at) => {
      const { records, ...page } = await user.call(consumptionList, at as never)
      const rows = records.map(({ _id: id, time, amount }) => ({
        id,
        values: {
          time: [time],
          amount: [toUnits(amount.replace('-', ''), 'USDT') * (amount.startsWith('-') ? -1n : 1n)],
        },
      }))
      return { ...page, rows }
    },
  },
  earnings: {
    columns: columnsOf(earningSorts),
    ask: async (at) => {
      const { records, ...page } = await user.call(earningList, at as never)
      const rows = records.map(({ _id: id, time, amount, currencyCode: coin }) => ({
        id,
        values: { day: [time], amount: [coin, toUnits(amount, coin)] },
      }))
      return { ...page, rows }
    },
  },
  points: {
    columns: columnsOf(pointSorts),
    ask: async (at) => {
      const { records, ...page } = await user.call(pointList, at as never)
      const rows = records.map(({ _id: id, day, amount }) => ({ id, values: { day: [day], points: [BigInt(amount)] } }))
      return { ...page, rows }
    },
  },
  profits: {
    columns: columnsOf(profitSorts),
    ask: async (at) => {
      const { records, ...page } = await user.call(ambassadorProfits, at as never)
      const rows = records.map(({ day, currencyCode: coin, tier, amount }) => ({
        id: `${day}/${coin}/${tier}`,
        values: { day: [day], amount: [coin, toUnits(amount, coin)] },
      }))
      return { ...page, rows }
    },
  },
}

const cases = Object.entries(lists).flatMap(([name, { columns }]) =>
  columns.flatMap((sortField) => (['desc', 'asc'] as const).map((sort) => [name, sortField, sort] as const)),
)

function compare(one: Shown['values'][string], other: Shown['values'][string]): number {
  const index = one.findIndex((value, place) => value !== other[place])
  if (index < 0) return 0
  return (one[index] as string) < (other[index] as string) ? -1 : 1
}

/** Pages to the end, by keys or by numbers. */
async function walk(name: string, at: At, isByKeys: boolean): Promise<Shown[]> {
  const list = lists[name]
  if (!list) throw new Error(`there is no list ${name}`)
  const rows: Shown[] = []
  let page: Page = await list.ask(at)
  for (let number = 2; ; number += 1) {
    expect(page.total).toBe(ROWS)
    rows.push(...page.rows)
    if (page.next === null) return rows
    page = await list.ask(isByKeys ? { ...at, after: page.next } : { ...at, page: number })
  }
}

test.each(cases)('%s by %s, %s: the pages have every row exactly once, in order', async (name, sortField, sort) => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 60 }), fc.boolean(), async (size, isByKeys) => {
      const rows = await walk(name, { sortField, sort, size: Math.max(size, 5) }, isByKeys)
      expect(new Set(rows.map(({ id }) => id)).size).toBe(ROWS)
      expect(rows).toHaveLength(ROWS)
      const whole = await walk(name, { sortField, sort, size: 100 }, true)
      expect(rows.map(({ id }) => id)).toEqual(whole.map(({ id }) => id))
      for (const [index, { values }] of rows.slice(1).entries()) {
        const order = compare(rows[index]?.values[sortField] ?? [], values[sortField] ?? [])
        expect(sort === 'asc' ? order : -order).toBeLessThanOrEqual(0)
      }
    }),
    { numRuns: 5 },
  )
})

/** The answer to a request that our own client would not send. */
const answerTo = async ({ path }: { path: string }, request: object) =>
  (await world.post(`/api${path}`, { q: await world.sealed(request) }, { token: user.token })).body

test.each([
  [withdrawalList, {}],
  [orderList, { type: 1 }],
  [rechargeList, {}],
  [consumptionList, {}],
  [earningList, {}],
  [pointList, {}],
  [ambassadorProfits, {}],
])('$path is sorted by the listed columns only, in one of two directions', async (endpoint, request) => {
  const refused = (field: string) => ({ code: 4002, data: { field } })
  expect(await answerTo(endpoint, { ...request, sortField: 'id' })).toMatchObject(refused('sortField'))
  expect(await answerTo(endpoint, { ...request, sort: 'up' })).toMatchObject(refused('sort'))
  expect(await answerTo(endpoint, { ...request, sort: 'asc' })).toMatchObject({ code: 0 })
})

test('a key is refused whose parts are not those of the order', async () => {
  const { next: after } = await user.call(withdrawalList, { size: 5, sortField: 'status' })
  expect(after).not.toBeNull()
  expect(await answerTo(withdrawalList, { sortField: 'status', after })).toMatchObject({ code: 0 })
  expect(await answerTo(withdrawalList, { sortField: 'time', after })).toMatchObject({ code: 4002 })
  expect(await answerTo(earningList, { sortField: 'amount', after: '2026-03-01.x' })).toMatchObject({ code: 4002 })
  expect(await answerTo(earningList, { sortField: 'day', after: '2026-02-30.x' })).toMatchObject({ code: 4002 })
})

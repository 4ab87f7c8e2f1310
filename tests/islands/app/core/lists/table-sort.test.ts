// @vitest-environment happy-dom
import { act, createElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Column, DataList } from '#app/core/lists/data-list.tsx'
import { $sortings, createPage, sortOf } from '#app/core/lists/list-order.ts'
import { $dense, nextSorting, setDense, sortRows } from '#app/core/lists/table-sort.ts'
import { click, render } from '../../../ui/render.ts'

interface Row {
  id: string
  amount: bigint
}

const media = (matches: boolean) => ({ matches, addEventListener: () => {}, removeEventListener: () => {} })
const columns: Column<Row>[] = [
  { key: 'id', header: 'Order', role: 'title', sort: ({ id }) => id, cell: ({ id }) => id },
  { key: 'amount', header: 'Amount', align: 'end', sort: ({ amount }) => amount, cell: ({ amount }) => `${amount}` },
  { key: 'open', header: 'Open', role: 'action', cell: () => null },
]
const rows: Row[] = [
  { id: 'box 10', amount: 2n },
  { id: 'box 9', amount: 3n },
  { id: 'box 1', amount: 1n },
]
const table = (name: string, more: object = {}) =>
  createElement(DataList<Row>, { name, caption: 'Orders', columns, rows, rowKey: ({ id }) => id, ...more })
const firstCells = (host: HTMLElement) =>
  [...host.querySelectorAll('tbody tr')].map((row) => row.querySelector('th')?.textContent)

beforeEach(() => vi.stubGlobal('matchMedia', () => media(true)))
afterEach(() => {
  vi.unstubAllGlobals()
  act(() => {
    $sortings.set({})
    setDense(false)
  })
})

test('sorts by a column, the largest figure first, then the other way, then not at all', async () => {
  const { host } = await render(table('orders'))
  const [byId, byAmount] = [...host.querySelectorAll('th button')]
  await click(byAmount as Element)
  expect(firstCells(host)).toEqual(['box 9', 'box 10', 'box 1'])
  expect(host.querySelector('th[aria-sort=descending]')?.textContent).toContain('Amount')
  await click(byAmount as Element)
  expect(firstCells(host)).toEqual(['box 1', 'box 10', 'box 9'])
  await click(byAmount as Element)
  expect(firstCells(host)).toEqual(['box 10', 'box 9', 'box 1'])
  expect(host.querySelector('th[aria-sort]')).toBeNull()
  await click(byId as Element)
  expect(firstCells(host)).toEqual(['box 1', 'box 9', 'box 10'])
})

test('remembers the order of each table by its name', async () => {
  const first = await render(table('orders'))
  await click(first.host.querySelectorAll('th button')[1] as Element)
  expect(firstCells((await render(table('orders'))).host)).toEqual(['box 9', 'box 10', 'box 1'])
  expect(firstCells((await render(table('recharges'))).host)).toEqual(['box 10', 'box 9', 'box 1'])
  expect(JSON.parse(localStorage.getItem('tableSort') ?? '')).toEqual({ orders: { by: 'amount', isDescending: true } })
})

test('keeps the sums below the sorted rows', async () => {
  const total = { id: 'Total', amount: 6n }
  const { host } = await render(table('sums', { total }))
  await click(host.querySelectorAll('th button')[1] as Element)
  expect(firstCells(host)).toEqual(['box 9', 'box 10', 'box 1', 'Total'])
})

test('sorts no part of a list, and asks the service for the order of its columns', async () => {
  const { host } = await render(table('parts', { listTotal: 9, sortedBy: ['amount'] }))
  expect([...host.querySelectorAll('th button')].map(({ textContent }) => textContent)).toEqual(['\u2193Amount'])
  await click(host.querySelector('th button') as Element)
  expect(host.querySelector('th[aria-sort=descending]')?.textContent).toContain('Amount')
  expect(firstCells(host)).toEqual(['box 10', 'box 9', 'box 1'])
  expect(sortOf('parts', ['amount', 'time']).get()).toEqual({ sortField: 'amount', sort: 'desc' })
  expect(sortOf('parts', ['time']).get()).toBeUndefined()
  expect(sortOf('others', ['amount']).get()).toBeUndefined()
})

test('keeps an order in mind that a part of the list does not have', async () => {
  act(() => $sortings.set({ parts: { by: 'id', isDescending: false } }))
  const { host } = await render(table('parts', { listTotal: 9, sortedBy: ['amount'] }))
  expect(host.querySelector('th[aria-sort]')).toBeNull()
  expect(firstCells(host)).toEqual(['box 10', 'box 9', 'box 1'])
  const whole = await render(table('parts', { listTotal: 3, sortedBy: ['amount'] }))
  expect(firstCells(whole.host)).toEqual(['box 1', 'box 9', 'box 10'])
})

test('another order begins at the first page', () => {
  const $sort = sortOf('paged', ['amount'])
  const { $page, goTo } = createPage($sort)
  goTo(4)
  expect($page.get()).toBe(4)
  $sortings.set({ paged: { by: 'amount', isDescending: true } })
  expect($page.get()).toBe(1)
  goTo(2)
  expect($page.get()).toBe(2)
  $sortings.set({ ...$sortings.get(), others: { by: 'amount', isDescending: true } })
  expect($page.get()).toBe(2)
})

test('draws rows closer together where they are to be dense, in tables and in lists', async () => {
  const padding = (host: HTMLElement) => host.querySelector('td, li')?.className.match(/py-\S+/)?.[0]
  act(() => setDense(true))
  expect($dense.get()).toBe(true)
  expect(padding((await render(table('a'))).host)).toBe('py-1')
  vi.stubGlobal('matchMedia', () => media(false))
  expect(padding((await render(table('a'))).host)).toBe('py-2')
  act(() => setDense(false))
  expect(padding((await render(table('a'))).host)).toBe('py-3.5')
})

test.each([
  [undefined, false, { by: 'id', isDescending: false }],
  [undefined, true, { by: 'id', isDescending: true }],
  [{ by: 'id', isDescending: true }, true, { by: 'id', isDescending: false }],
  [{ by: 'id', isDescending: false }, true, undefined],
  [{ by: 'other', isDescending: true }, false, { by: 'id', isDescending: false }],
])('from %j a press, on a figure: %s, leads to %j', (current, isFigure, next) => {
  expect(nextSorting(current, 'id', isFigure)).toEqual(next)
})

test('puts rows without a value last in both orders, and keeps equal ones as they are', () => {
  const list = [
    { n: undefined, id: 'a' },
    { n: 1, id: 'b' },
    { n: 2, id: 'c' },
    { n: 1, id: 'd' },
  ]
  const sorted = (isDescending: boolean) => sortRows(list, ({ n }) => n, { isDescending }).map(({ id }) => id)
  expect(sorted(false)).toEqual(['b', 'd', 'c', 'a'])
  expect(sorted(true)).toEqual(['c', 'b', 'd', 'a'])
})

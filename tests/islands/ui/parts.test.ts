// @vitest-environment happy-dom
import { createElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { DataList } from '#app/core/lists/data-list.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { HeatStrip } from '#ui/heat-strip.tsx'
import { Pager } from '#ui/pager.tsx'
import { Segments } from '#ui/segments.tsx'
import { $toasts } from '#ui/toast.ts'
import { click, render } from './render.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const media = (matches: boolean) => ({ matches, addEventListener: () => {}, removeEventListener: () => {} })
const list = {
  name: 'orders',
  caption: 'Orders',
  rows: [{ id: 'a' }, { id: 'b' }],
  rowKey: ({ id }: { id: string }) => id,
  columns: [{ key: 'id', header: 'Order', role: 'title' as const, cell: ({ id }: { id: string }) => id }],
}

test.each([
  [true, 'table tbody tr'],
  [false, 'ul > li'],
])('draws rows once, wide: %s', async (wide, rows) => {
  vi.stubGlobal('matchMedia', () => media(wide))
  const { host } = await render(createElement(DataList<{ id: string }>, list))
  expect([...host.querySelectorAll(rows)].map(({ textContent }) => textContent)).toEqual(['a', 'b'])
  expect(host.querySelectorAll('table, ul')).toHaveLength(1)
})

test('pages within its limits', async () => {
  const onPage = vi.fn()
  const words = { label: 'Pages', previousLabel: 'Back', nextLabel: 'Next', text: '1 of 2' }
  const { host, draw } = await render(createElement(Pager, { page: 1, pages: 2, onPage, ...words }))
  await click(host.querySelector('[aria-label=Back]'))
  expect(onPage).not.toHaveBeenCalled()
  await click(host.querySelector('[aria-label=Next]'))
  expect(onPage).toHaveBeenCalledExactlyOnceWith(2)
  await draw(createElement(Pager, { page: 1, pages: 1, onPage, ...words }))
  expect(host.innerHTML).toBe('')
})

test('presses one segment', async () => {
  const onChange = vi.fn()
  const segments = [
    { value: 'all', label: 'All' },
    { value: 'on', label: 'Online' },
  ] as const
  const { host } = await render(
    createElement(Segments<'all' | 'on'>, { label: 'Devices', segments, value: 'all', onChange }),
  )
  expect(host.querySelector('[aria-pressed=true]')?.textContent).toBe('All')
  await click(host.querySelector('[aria-pressed=false]'))
  expect(onChange).toHaveBeenCalledExactlyOnceWith('on')
})

test('copies, confirms it, and reports a refusal', async () => {
  const writeText = vi.fn().mockResolvedValueOnce(undefined).mockRejectedValueOnce(new Error('denied'))
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  const { host } = await render(
    createElement(CopyButton, { text: 'abc', label: 'Copy', copiedLabel: 'Copied', failedText: 'No' }),
  )
  await click(host.querySelector('button'))
  expect(writeText).toHaveBeenCalledWith('abc')
  expect(host.querySelector('button')?.getAttribute('aria-label')).toBe('Copied')
  await click(host.querySelector('button'))
  expect($toasts.get()).toMatchObject([{ kind: 'error', text: 'No' }])
})

test('is decoration without a label', async () => {
  const { host, draw } = await render(createElement(HeatStrip, { cells: [0, 4, 'x'], now: 1 }))
  expect(host.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
  await draw(createElement(HeatStrip, { cells: [0, 4, 'x'], now: 1, label: 'Two of three' }))
  expect(host.querySelector('[role=img]')?.getAttribute('aria-label')).toBe('Two of three')
})

test('draws the cells of a level as one path, each in its place', async () => {
  const { host } = await render(createElement(HeatStrip, { cells: [0, 4, 4, 'x'], now: 2 }))
  const placesOf = (path: Element | null) =>
    path
      ?.getAttribute('d')
      ?.match(/M\d+ /g)
      ?.map((start) => Number(start.slice(1)))
  const drawn = [...host.querySelectorAll('[data-h]')].map((path) => [path.getAttribute('data-h'), placesOf(path)])
  expect(drawn).toEqual([
    ['0', [0]],
    ['4', [1, 2]],
    ['x', [3]],
  ])
  expect(placesOf(host.querySelector('.now'))).toEqual([2])
  expect(host.querySelector('svg')?.getAttribute('viewBox')).toBe('0 0 4 20')
})

// @vitest-environment happy-dom
import { atom } from 'nanostores'
import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Resource, ResourceStore } from '#app/core/calls/resource.ts'
import { PagedRows } from '#app/core/lists/paged-rows.tsx'
import { $isPhone } from '#app/core/lists/phone.ts'
import { createLanguage, LanguageContext } from '#app/core/texts/i18n.ts'
import type { machineLog } from '#lib/contract/devices.ts'
import type { ReplyOf } from '#lib/contract/endpoint.ts'
import en from '#locales/en/app.json'
import { click, render } from '../../../ui/render.ts'

type Log = ReplyOf<typeof machineLog>

const onPage = vi.fn()
const reload = vi.fn(() => Promise.resolve())
beforeEach(() => {
  onPage.mockReset()
  reload.mockClear()
  $isPhone.set(false)
})

const pageOf = (detail: string, total: number): Resource<Log> => ({
  data: { records: [{ _id: detail, time: 1_800_000_000, kind: 'renamed', detail }], total },
  error: undefined,
})
const waiting: Resource<Log> = { data: undefined, error: undefined }

interface View {
  page: number
  of: string
}

/** A list of three a page, and how to change what it shows. */
async function open(page: number, first: Resource<Log>) {
  const $store: ResourceStore<typeof machineLog> & { set(state: Resource<Log>): void } = Object.assign(atom(first), {
    reload,
  })
  const draft = (view: View) => (
    <LanguageContext value={createLanguage('en', en)}>
      <PagedRows<typeof machineLog>
        store={$store}
        {...view}
        size={3}
        totalOf={({ total }) => total}
        onPage={onPage}
        skeleton={<i />}
      >
        {({ records }) => <p>{records[0]?.detail}</p>}
      </PagedRows>
    </LanguageContext>
  )
  const { draw } = await render(draft({ page, of: 'one device' }))
  const show = async (state: Resource<Log>, view: View) => {
    await act(async () => $store.set(state))
    await draw(draft(view))
  }
  const seen = () => ({
    rows: document.querySelector('p')?.textContent,
    isBusy: document.querySelector('[aria-busy]')?.getAttribute('aria-busy') === 'true',
    isSkeleton: document.querySelector('i') !== null,
    numbers: document.querySelector('nav span')?.textContent,
  })
  return { show, seen }
}

test.each([
  [2, 1, [1]],
  [7, 9, [3]],
  [3, 9, []],
  [1, 0, []],
])('on page %i of %i rows the reader is sent to %j', async (page, total, sent) => {
  await open(page, pageOf('row', total))
  expect(onPage.mock.calls.map(([to]) => to)).toEqual(sent)
})

test('a page stays, paler, until the next has loaded, and the focus stays on the numbers', async () => {
  const { show, seen } = await open(1, waiting)
  expect(seen()).toEqual({ rows: undefined, isBusy: false, isSkeleton: true, numbers: undefined })
  await show(pageOf('first', 4), { page: 1, of: 'one device' })
  expect(seen()).toEqual({ rows: 'first', isBusy: false, isSkeleton: false, numbers: 'Page 1 of 2' })
  const next = document.querySelector<HTMLElement>('[aria-label="Next page"]')
  next?.focus()
  next?.click()
  expect(onPage.mock.calls).toEqual([[2]])
  await show(waiting, { page: 2, of: 'one device' })
  expect(seen()).toEqual({ rows: 'first', isBusy: true, isSkeleton: false, numbers: 'Page 2 of 2' })
  await show(pageOf('fourth', 4), { page: 2, of: 'one device' })
  expect(seen()).toEqual({ rows: 'fourth', isBusy: false, isSkeleton: false, numbers: 'Page 2 of 2' })
  expect(document.activeElement).toBe(next)
  next?.click()
  expect(onPage.mock.calls).toEqual([[2]])
})

test('pages of another list start with a skeleton', async () => {
  const { show, seen } = await open(1, pageOf('first', 4))
  await show(waiting, { page: 1, of: 'another device' })
  expect(seen()).toEqual({ rows: undefined, isBusy: false, isSkeleton: true, numbers: undefined })
})

test('a page that fails to load shows it, and the way back stays', async () => {
  const { show, seen } = await open(1, pageOf('first', 4))
  await show({ data: undefined, error: new Error('no answer') }, { page: 2, of: 'one device' })
  expect(seen()).toMatchObject({ isBusy: false, isSkeleton: false, numbers: 'Page 2 of 2' })
  expect(document.querySelector('[role=alert]')?.textContent).toContain('Failed to retrieve data')
})

/** Content below the rows on a phone. */
const foot = () => ({
  shown: document.querySelector('[aria-live]')?.textContent,
  error: document.querySelector('[role=alert]')?.textContent,
})
const more = () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === en.pager.more)

test("a phone's rows stay when the next ones fail to load, and its button retries", async () => {
  $isPhone.set(true)
  const { show, seen } = await open(1, pageOf('twenty', 50))
  expect(foot()).toEqual({ shown: '20 of 50 shown', error: undefined })
  more()?.click()
  expect(onPage.mock.calls).toEqual([[2]])
  await show(waiting, { page: 2, of: 'one device' })
  expect([seen().rows, foot().shown]).toEqual(['twenty', '20 of 50 shown'])
  await show({ data: undefined, error: new Error('no answer') }, { page: 2, of: 'one device' })
  expect(seen()).toMatchObject({ rows: 'twenty', isBusy: false })
  expect(foot()).toEqual({ shown: '20 of 50 shown', error: en.failed.title })
  await click(more() ?? null)
  expect(reload).toHaveBeenCalledTimes(1)
  expect(onPage.mock.calls).toEqual([[2]])
  await show(pageOf('forty', 50), { page: 2, of: 'one device' })
  expect(foot()).toEqual({ shown: '40 of 50 shown', error: undefined })
})

test("a phone's button stays until the last rows have loaded, and passes its focus to the list", async () => {
  $isPhone.set(true)
  const { show, seen } = await open(1, pageOf('twenty', 30))
  await act(async () => more()?.focus())
  await show(waiting, { page: 2, of: 'one device' })
  expect(document.activeElement).toBe(more())
  await show(pageOf('thirty', 30), { page: 2, of: 'one device' })
  expect([seen().rows, more()]).toEqual(['thirty', undefined])
  expect(document.activeElement?.contains(document.querySelector('p'))).toBe(true)
  expect(document.activeElement).not.toBe(document.body)
})

// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { createLanguage, LanguageContext } from '#app/core/texts/i18n.ts'
import { RecentEarnings } from '#app/earnings/recent.tsx'
import en from '#locales/en/app.json'
import { click, render } from '../../ui/render.ts'

const { $recent, $earnings, $isPhone } = await vi.hoisted(async () => {
  const stores = await import('nanostores')
  return {
    $recent: Object.assign(stores.atom<unknown>(), { reload: () => Promise.resolve() }),
    $earnings: stores.atom({ data: undefined, error: undefined }),
    $isPhone: stores.atom(true),
  }
})
vi.mock('#app/earnings/recent-store.ts', () => ({ $recent, SHOWN: 4 }))
vi.mock('#app/core/lists/phone.ts', () => ({ $isPhone }))
vi.mock('#app/earnings/store.ts', () => ({ $earnings }))
vi.mock('#app/core/texts/money.ts', () => ({ m: (key: string) => key }))
vi.mock('#app/core/texts/amounts.ts', () => ({
  useAmounts: () => ({ coin: (amount: string) => amount, hidden: false }),
}))

const rows = (count: number) =>
  Array.from({ length: count }, (_, day) => ({
    time: 1_800_000_000 + day * 86_400,
    currencyCode: 'ALEO',
    amount: '1',
    status: 1,
  }))

const show = () =>
  render(
    <LanguageContext value={createLanguage('en', en)}>
      <RecentEarnings />
    </LanguageContext>,
  )

test('beside the withdrawals there are as many rows as of them, and no more', async () => {
  $isPhone.set(false)
  $recent.set({ data: { records: rows(7), total: 240 }, error: undefined })
  const { host } = await show()
  expect(host.querySelectorAll('li')).toHaveLength(4)
  expect(host.querySelector('button')).toBeNull()
})

test('the newest earnings show their number, and link to those that were not loaded', async () => {
  $isPhone.set(true)
  $recent.set({ data: { records: rows(100), total: 240 }, error: undefined })
  const { host } = await show()
  expect(host.textContent).toContain('4 of 240 shown')
  const more = host.querySelector('button')
  more?.focus()
  await click(more)
  expect(host.querySelectorAll('li')).toHaveLength(100)
  expect(host.textContent).toContain('100 of 240 shown')
  expect(host.querySelector('p > a')?.getAttribute('href')).toBe('/user/earning-detail')
  expect(document.activeElement).toBe(host.querySelector('section'))
})

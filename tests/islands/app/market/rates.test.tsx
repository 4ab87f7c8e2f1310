// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { createLanguage, LanguageContext } from '#app/core/texts/i18n.ts'
import { Rates } from '#app/market/rates.tsx'
import en from '#locales/en/app.json'
import { click, render } from '../../ui/render.ts'

const { $plans, $rates } = await vi.hoisted(async () => {
  const stores = await import('nanostores')
  const plan = (currencyCode: string) => ({ currencyCode, pricePerUnitDay: '1', state: 'active', soldOut: false })
  const rate = (perUnitDay: string, since: string) => ({ perUnitDay, since })
  return {
    $plans: stores.atom({ data: { list: [plan('ALEO'), plan('GRASS')] }, error: undefined }),
    $rates: Object.assign(
      stores.atom({
        data: {
          coins: [
            { currencyCode: 'ALEO', rates: [rate('0.2', '2026-03-01'), rate('0.1', '2026-03-10')] },
            { currencyCode: 'GRASS', rates: [rate('0.5', '2026-03-01')] },
          ],
          serverTime: Date.UTC(2026, 2, 12, 6) / 1000,
        },
        error: undefined,
      }),
      { reload: () => Promise.resolve() },
    ),
  }
})
vi.mock('#app/market/store.ts', () => ({ $plans, $rates }))
vi.mock('#app/market/texts.ts', () => ({
  m: (key: string, values?: object) => [key, ...Object.values(values ?? {})].join(' '),
}))

const pictureRows = () =>
  [...document.querySelectorAll('tbody tr')].map((row) => [...row.children].map(({ textContent }) => textContent))

test('shows the rate of the estimates and its history, of one coin at a time', async () => {
  const { host } = await render(
    <LanguageContext value={createLanguage('en', en)}>
      <Rates />
    </LanguageContext>,
  )
  expect(host.textContent).toContain('0.1 rates.unit ALEO GH/s')
  expect(host.textContent).toContain('rates.since 2026-03-10')
  expect(pictureRows()).toEqual([
    ['1 Mar', '0.2 ALEO'],
    ['10 Mar', '0.1 ALEO'],
    ['rates.now', '0.1 ALEO'],
  ])
  await click([...host.querySelectorAll('button')].find(({ textContent }) => textContent === 'GRASS') ?? null)
  expect(host.textContent).toContain('0.5 rates.unit GRASS GH/s')
  expect(host.textContent).toContain('rates.unchanged 2026-03-01')
  expect(pictureRows()).toEqual([])
})

import { expect, test } from 'vitest'
import { createT } from '#lib/i18n/t.ts'
import en from '#locales/en/market.json'

test.each([
  [1, '1 order yielded 2 ALEO per unit, 98% of the estimate'],
  [3, '3 orders yielded 2 ALEO per unit, 98% of the estimate'],
])('finished orders of a plan: %i', (count, text) =>
  expect(createT(en, 'en')('plan.finishedOf', { count, orders: count, amount: '2', coin: 'ALEO', percent: '98' })).toBe(
    text,
  ),
)

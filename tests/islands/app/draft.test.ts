import { expect, test } from 'vitest'
import { unitsOf } from '#app/withdrawals/draft.ts'

test.each([
  ['1', 1_000_000n],
  ['1,234.5', 1_234_500_000n],
  [' 0.000001 ', 1n],
  ['3.', 3_000_000n],
  ['0.0000001', undefined],
  ['', undefined],
  ['-1', undefined],
  ['1e3', undefined],
  ['.5', undefined],
  ['1.2.3', undefined],
])('%j typed as ALEO is %s', (text, units) => {
  expect(unitsOf(text, 'ALEO')).toBe(units)
})

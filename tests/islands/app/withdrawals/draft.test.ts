import { expect, test } from 'vitest'
import { unitsOf } from '#app/withdrawals/draft.ts'

test.each([
  ['1', 1_000_000n],
  ['1,234.5', 1_234_500_000n],
  [' 0.000001 ', 1n],
  ['0.0000010', 'AMOUNT_PLACES'],
  ['3.', 3_000_000n],
  ['3,5', 3_500_000n],
  ['３．５', 3_500_000n],
  ['1.234,5', 1_234_500_000n],
  ['1,234', 'AMOUNT_AMBIGUOUS'],
  ['0.0000001', 'AMOUNT_PLACES'],
  ['', 'AMOUNT_EMPTY'],
  ['  ', 'AMOUNT_EMPTY'],
  ['-1', 'AMOUNT_WRONG'],
  ['1e3', 'AMOUNT_WRONG'],
  ['.5', 500_000n],
  ['1.2.3', 'AMOUNT_WRONG'],
  ['9'.repeat(21), 'AMOUNT_WRONG'],
])('%j typed as ALEO is %s', (text, units) => {
  expect(unitsOf(text, 'ALEO')).toBe(units)
})

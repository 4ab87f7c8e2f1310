import { expect, test } from 'vitest'
import { tokenUnits } from '#lib/money/token-units.ts'

test.each([
  [10_000_000n, 6, 10_000_000n],
  [10_000_001n, 18, 10_000_001_000_000_000_000n],
  [10_000_000n, 2, 1_000n],
  [10_000_001n, 2, 1_001n],
])('%s units of the ledger are asked for, with %s decimals, as %s: never as less', (units, token, value) =>
  expect(tokenUnits(units, token)).toBe(value),
)

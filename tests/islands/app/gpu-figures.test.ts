import { expect, test } from 'vitest'
import { usdt } from '#app/gpu/format.ts'

test.each([
  ['0.05', '0.05'],
  ['1234.5', '1,234.50'],
  ['0.035', '0.0350'],
  ['0.000049', '0.0000'],
  ['2.500', '2.50'],
])('%s USDT of an hour is written %s: with what is below a cent', (amount, text) => expect(usdt(amount)).toBe(text))

import { expect, test } from 'vitest'
import { gib, network, percent, usdt } from '#app/gpu/format.ts'

test.each([
  ['0.05', '0.05'],
  ['1234.5', '1,234.50'],
  ['0.035', '0.0350'],
  ['0.000049', '0.0000'],
  ['2.500', '2.50'],
])('%s USDT of an hour is written %s: with fractions of a cent', (amount, text) => expect(usdt(amount)).toBe(text))

test('figures of machines have thousands separators, and percent one format', () => {
  expect([gib(1024 * 1024), gib(24_050), network(10_000)]).toEqual(['1,024 GiB', '23.5 GiB', '10,000 Mbit/s'])
  expect([percent(94.8), percent(100)]).toEqual(['94.8%', '100.0%'])
})

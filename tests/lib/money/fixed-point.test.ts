import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromScaled, toScaled } from '#lib/money/fixed-point.ts'

test.each([
  ['1.25', 2, 125n],
  ['1.259', 2, 125n],
  ['-1.259', 2, -125n],
  ['7', 3, 7000n],
  ['0.05', 1, 0n],
  ['12.9', 0, 12n],
])('%s in %i places is %i', (text, places, parts) => expect(toScaled(text, places)).toBe(parts))

test.each(['', '.', '1,5', '1e3', ' 1', '1.2.3'])('%j is no decimal number', (text) =>
  expect(() => toScaled(text, 2)).toThrow(TypeError),
)

test.each([
  [125n, 2, '1.25'],
  [-5n, 2, '-0.05'],
  [0n, 3, '0.000'],
  [100n, 1, '10.0'],
])('%i of %i places is %s', (value, places, text) => expect(fromScaled(value, places)).toBe(text))

test('a written number reads back as it was', () =>
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
      fc.integer({ min: 1, max: 18 }),
      (value, places) => {
        expect(toScaled(fromScaled(value, places), places)).toBe(value)
      },
    ),
  ))

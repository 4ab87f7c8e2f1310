import { expect, test } from 'vitest'
import { unitsError, unitsIn } from '#app/market/confirm/units.ts'

test.each([
  ['1', undefined],
  [' 38 ', undefined],
  ['39', 'tooMany'],
  ['999999999', 'tooMany'],
  ['1.5', 'notWhole'],
  ['1,5', 'notWhole'],
  ['1e1', 'notWhole'],
  ['0', 'notWhole'],
  ['-2', 'notWhole'],
  ['', 'notWhole'],
] as const)('%j units, with 38 left, have the error %s', (typed, expected) => {
  expect(unitsError(typed, 38)).toBe(expected)
})

test.each([
  ['１２', 12],
  ['1,234', 1234],
  ['1 234', 1234],
  ['x', 0],
] as const)('%j are %s units', (typed, units) => expect(unitsIn(typed)).toBe(units))

import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { keyOf } from '#lib/contract/keys.ts'

describe('a key of a growing list', () => {
  const Key = keyOf('day', 'time', 'number', 'id')

  test.each([
    '2026-03-10.1773100000123.7.aB-_9',
    '2028-02-29.0.0.x',
    `1999-12-31.99999999999999.${'9'.repeat(18)}.${'i'.repeat(64)}`,
  ])('is composed of its parts: %s', (key) => expect(v.parse(Key, key)).toBe(key))

  test.each([
    '',
    '2026-03-10',
    '2026-03-10.1.7',
    '2026-03-10.1.7.x.y',
    '2026-02-30.1.7.x',
    '2026-03-10.100000000000000.7.x',
    `2026-03-10.1.${'9'.repeat(19)}.x`,
    '2026-03-10.-1.7.x',
    '2026-03-10.1.7e3.x',
    '2026-03-10.1. 7.x',
    '2026-03-10.1.7.',
    '2026-03-10.1.7.\u0000',
    `2026-03-10.1.7.${'x'.repeat(65)}`,
  ])('is nothing else: %j', (key) => expect(v.is(Key, key)).toBe(false))

  test('accepts only a string with all of its parts', () => {
    const whole = /^\d{4}-\d\d-\d\d\.\d+\.\d+\.[\w-]+$/
    const signs = fc.string({ unit: fc.constantFrom(...'0123456789-.x') })
    fc.assert(
      fc.property(fc.oneof(fc.anything(), signs), (value) => {
        if (typeof value !== 'string' || !whole.test(value)) expect(v.is(Key, value)).toBe(false)
      }),
    )
  })
})

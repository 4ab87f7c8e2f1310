import { describe, expect, test } from 'vitest'
import {
  choice,
  day,
  decimal,
  type Field,
  flag,
  line,
  required,
  text,
  usdt,
  whole,
  withDefault,
} from '#service/platform/operator/fields.ts'
import { readInput } from '#service/platform/operator/input.ts'

const hint = 'a value'
const read = (field: Field, typed?: string | boolean) =>
  readInput({ name: 'lamps ID', fields: { farOff: field } }, { 'far-off': typed }).farOff

const wide = (digits: string): string =>
  digits.replace(/[0-9.]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0))

describe('a value is read however it was typed', () => {
  test.each([
    [whole({ hint, min: 0, max: 2000 }), wide('12'), 12],
    [whole({ hint, min: 0, max: 2000 }), ' 1,234 ', 1234],
    [decimal({ hint }), '1.234,5', '1234.5'],
    [decimal({ hint }), 'much', 'much'],
    [usdt({ hint }, '25'), wide('0.5'), 500_000n],
    [choice(['Open', 'Closed'], { hint }), ' closed', 'Closed'],
    [day({ hint }), '2026-12-01', '2026-12-01'],
    [line({ hint, maxLength: 5 }), ' abc ', 'abc'],
    [text({ hint }), ' abc ', 'abc'],
    [flag({ hint }), true, true],
    [flag({ hint }), undefined, false],
    [text({ hint }), undefined, undefined],
    [withDefault(whole({ hint, min: 1, max: 9 }), 5), undefined, 5],
    [withDefault(whole({ hint, min: 1, max: 9 }), 5), '6', 6],
  ] as [Field, string | boolean | undefined, unknown][])('%#', (field, typed, value) => {
    expect(read(field, typed)).toEqual(value)
  })
})

describe('what is wrong is refused by the name of its option', () => {
  test.each([
    [whole({ hint, min: 1, max: 9 }), '1.5', '--far-off takes a whole number from 1 to 9.'],
    [whole({ hint, min: 1, max: 9 }), '10', '--far-off takes a whole number from 1 to 9.'],
    [whole({ hint, min: 1, max: 9 }), '', '--far-off takes a whole number from 1 to 9.'],
    [decimal({ hint }), '1,234', '--far-off 1,234 may be 1234 or 1.234. Give the one that you mean.'],
    [usdt({ hint }, '25'), '0', '--far-off is a number of USDT above 0, for example 25.'],
    [usdt({ hint }, '25'), '1,234', '--far-off 1,234 may be 1234 or 1.234. Give the one that you mean.'],
    [choice(['Open', 'Closed'], { hint }), 'shut', '--far-off is one of Open, Closed.'],
    [day({ hint }), '2026-02-30', '--far-off is a UTC day, for example 2026-12-01.'],
    [line({ hint, maxLength: 5 }), 'a\nb', '--far-off is a text of 1 to 5 characters.'],
    [required(text({ hint, value: 'ID' })), undefined, 'lamps needs --far-off ID.'],
    [required(text({ hint }), 'Which one?'), '  ', 'Which one?'],
  ] as [Field, string | undefined, string][])('%#', (field, typed, sentence) => {
    expect(() => read(field, typed)).toThrow(
      expect.objectContaining({ name: 'OperateError', message: sentence, exitCode: 2 }),
    )
  })
})

test('an option that no field names gives nothing', () => {
  expect(readInput({ name: 'lamps', fields: {} }, { colour: 'red' })).toEqual({})
})

import { describe, expect, test } from 'vitest'
import { growsOn, pageOfPart, partOf } from '#app/core/lists/phone.ts'

test('pages of a wide window are as large as their list says', () => {
  expect(partOf({ page: 3, size: 5 }, false)).toEqual({ page: 3, size: 5 })
  expect(growsOn({ page: 1, size: 5 }, 40, false)).toBe(false)
})

describe('on a phone', () => {
  test.each([
    [1, { page: 1, size: 20 }],
    [2, { page: 1, size: 40 }],
    [5, { page: 1, size: 100 }],
    [6, { page: 2, size: 100 }],
    [7, { page: 3, size: 100 }],
  ])('step %i of a list of fives is %j', (page, part) => expect(partOf({ page, size: 5 }, true)).toEqual(part))

  test.each([
    [1, 19, false],
    [1, 20, false],
    [1, 21, true],
    [2, 40, false],
    [4, 81, true],
    [5, 500, false],
  ])('after step %i of %i rows there is more to grow: %s', (page, total, grows) =>
    expect(growsOn(partOf({ page, size: 5 }, true), total, true)).toBe(grows),
  )

  test('turns pages from 100 rows on, each of them once', () => {
    const parts = [1, 2, 3].map((page) => partOf({ page: pageOfPart(page, true), size: 5 }, true))
    expect(parts).toEqual([1, 2, 3].map((page) => ({ page, size: 100 })))
  })
})

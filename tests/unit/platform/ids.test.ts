import { expect, test } from 'vitest'
import { newId } from '#service/platform/ids.ts'

test('an id can be typed as an argument of a command', () => {
  const ids = Array.from({ length: 5_000 }, newId)
  expect(ids.filter((id) => !/^[A-Za-z0-9][\w-]{15}$/.test(id))).toEqual([])
  expect(new Set(ids).size).toBe(ids.length)
})

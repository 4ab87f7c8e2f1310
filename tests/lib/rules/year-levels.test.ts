import { expect, test } from 'vitest'
import { levelsOf, MAX_YEAR_HOURS, packLevels, unpackLevels } from '#lib/rules/year-levels.ts'
import { createRandom } from '#world/random.ts'

test.each([
  [[], []],
  [
    [0, 0],
    [0, 0],
  ],
  [
    [0, 1, 7],
    [0, 1, 7],
  ],
  [[5], [7]],
  // Any work can be told from none, and one step begins just above a seventh.
  [
    [1, 1_000_000],
    [1, 7],
  ],
  [
    [100, 101, 700],
    [1, 2, 7],
  ],
])('the levels of %j are %j', (work, levels) => {
  expect(levelsOf(work)).toEqual(levels)
})

test('levels come out of their text as they went in, for any number of them', () => {
  const random = createRandom(40)
  for (let count = 0; count < 60; count += 1) {
    const levels = Array.from({ length: count }, () => random.below(8))
    const text = packLevels(levels)
    expect(text).toMatch(/^[A-Za-z0-9_-]*$/)
    expect(text).toHaveLength(Math.ceil(count / 2))
    expect(unpackLevels(text, count)).toEqual(levels)
  }
})

test('a year takes less than 4,500 characters', () => {
  expect(packLevels(new Array<number>(MAX_YEAR_HOURS).fill(7)).length).toBeLessThan(4_500)
})

test.each([
  ['AA', 2],
  ['', 1],
  ['A', 3],
  ['A+', 4],
])('refuses %j as %i levels', (text, count) => {
  expect(() => unpackLevels(text, count)).toThrow(RangeError)
})

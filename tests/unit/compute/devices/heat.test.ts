import { describe, expect, test } from 'vitest'
import { type Heat, hotCelsius, nextHeat } from '#service/compute/devices/heat.ts'

const MINUTE = 60_000
const START = Date.UTC(2026, 6, 1, 12)
const heat: Heat = { since: START, from: START, at: START + 10 * MINUTE }

test.each([
  ['its own limit', { maxCelsius: 70 }, 70],
  ['no limit', { maxCelsius: null }, 90],
  ['settings that are unknown', null, 90],
])('a device of %s is hot from', (_, settings, limit) => expect(hotCelsius(settings)).toBe(limit))

describe('a device with a limit of 80 °C', () => {
  const next = (before: Heat | null, celsius: number | undefined, now = START + 11 * MINUTE) =>
    nextHeat(before, { celsius, limit: 80, now })
  const now = START + 11 * MINUTE
  const going = { ...heat, at: now }
  test.each([
    ['cool, stays cool just below it', null, 79.9, null],
    ['cool, becomes hot at it', null, 80, { since: now, from: now, at: now }],
    ['hot, goes on above it', heat, 95, going],
    ['hot, goes on until it has cooled by 5 degrees', heat, 75, going],
    ['hot, has cooled', heat, 74.9, null],
    ['of unknown temperature, stays hot and gets no time for it', heat, undefined, heat],
    ['of unknown temperature, stays cool', null, undefined, null],
  ])('%s', (_, before, celsius, expected) => expect(next(before, celsius)).toEqual(expected))

  test('keeps its time over a gap of 90 s, and begins again after a longer one', () => {
    expect(next(heat, 85, heat.at + 90_000)).toEqual({ ...heat, at: heat.at + 90_000 })
    const late = heat.at + 90_001
    expect(next(heat, 85, late)).toEqual({ since: START, from: late, at: late })
  })
})

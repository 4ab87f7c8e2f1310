import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OFFLINE_AFTER_MS, TURN_MS } from '#lib/rules/devices.ts'
import { hourOf, isOnline, provenTime } from '#lib/rules/online-time.ts'
import {
  dayOf,
  hashRate,
  heatLevels,
  lastSeenOf,
  nextDifficulty,
  noWork,
  projectAt,
} from '#service/compute/devices/rules.ts'

const HOUR = 3_600_000
const START = Date.UTC(2026, 1, 28, 23, 30)
const moment = fc.integer({ min: START, max: START + 3 * 24 * HOUR })

describe('the proven time', () => {
  test('I4 is zero for a first report, for a step back, and for a gap over 90 s', () => {
    expect(provenTime(undefined, START)).toEqual([])
    expect(provenTime(START, START)).toEqual([])
    expect(provenTime(START, START - 1)).toEqual([])
    expect(provenTime(START, START + OFFLINE_AFTER_MS + 1)).toEqual([])
    expect(provenTime(START, START + OFFLINE_AFTER_MS)).toEqual([{ hour: hourOf(START), seconds: 90 }])
  })

  test('I2 is cut at the end of an hour, of February and of a day', () => {
    const midnight = Date.UTC(2026, 2, 1)
    expect(provenTime(midnight - 20_000, midnight + 25_000)).toEqual([
      { hour: midnight - HOUR, seconds: 20 },
      { hour: midnight, seconds: 25 },
    ])
    expect(provenTime(midnight - 20_000, midnight)).toEqual([{ hour: midnight - HOUR, seconds: 20 }])
  })

  test('I4 of any stream of reports sums to the union of its intervals, at most an hour an hour', () => {
    const gaps = fc.array(fc.oneof(fc.integer({ min: 0, max: 95_000 }), fc.integer({ min: -5000, max: 4_000_000 })), {
      maxLength: 300,
    })
    fc.assert(
      fc.property(moment, gaps, (start, steps) => {
        const seconds = new Set<number>()
        const hours = new Map<number, number>()
        let last: number | undefined
        let clock = start
        for (const step of steps) {
          clock += step
          const now = Math.max(clock, last ?? 0)
          for (const part of provenTime(last, now)) hours.set(part.hour, (hours.get(part.hour) ?? 0) + part.seconds)
          if (last !== undefined && now - last <= OFFLINE_AFTER_MS)
            for (let second = Math.floor(last / 1000); second < Math.floor(now / 1000); second++) seconds.add(second)
          last = now
        }
        expect([...hours.values()].reduce((sum, part) => sum + part, 0)).toBe(seconds.size)
        for (const [hour, part] of hours) {
          expect(hour % HOUR).toBe(0)
          expect(part).toBeLessThanOrEqual(3600)
          expect(part).toBe([...seconds].filter((second) => hourOf(second * 1000) === hour).length)
        }
      }),
      { numRuns: 200 },
    )
  })
})

describe('the next difficulty', () => {
  const difficulty = fc.integer({ min: 4096, max: 2 ** 48 })
  const rate = fc.double({ min: 0, max: 1e15, noNaN: true })

  test('is a whole number within its bounds, and moves by a factor of 16 at most', () => {
    fc.assert(
      fc.property(difficulty, rate, fc.nat(1e7), (known, measured, silentMs) => {
        const next = nextDifficulty({ difficulty: known, rate: measured, silentMs })
        expect(Number.isSafeInteger(next)).toBe(true)
        expect(next).toBeGreaterThanOrEqual(4096)
        expect(next).toBeLessThanOrEqual(2 ** 48)
        expect(next).toBeLessThanOrEqual(known * 16 + 1)
        expect(next).toBeGreaterThanOrEqual(known / 16 - 1)
      }),
      { numRuns: 2000 },
    )
  })

  test('settles for any steady rate at a share in 7 to 14 seconds, and stays there', () => {
    const steady = fc.double({ min: 600, max: 1e12, noNaN: true })
    fc.assert(
      fc.property(difficulty, steady, (first, measured) => {
        let known = first
        for (let round = 0; round < 40; round++)
          known = nextDifficulty({ difficulty: known, rate: measured, silentMs: 0 })
        expect(known / measured).toBeGreaterThan(7)
        expect(known / measured).toBeLessThan(14.3)
        expect(nextDifficulty({ difficulty: known, rate: measured, silentMs: 0 })).toBe(known)
      }),
      { numRuns: 1000 },
    )
  })

  test.each([
    [{ difficulty: 8192, rate: 0, silentMs: 59_999 }, 8192],
    [{ difficulty: 8192, rate: 0, silentMs: 60_000 }, 4096],
    [{ difficulty: 4096, rate: 0, silentMs: 60_000 }, 4096],
    [{ difficulty: 65_536, rate: 0, silentMs: 60_000 }, 32_768],
    [{ difficulty: 10_000, rate: 1000, silentMs: 0 }, 10_000],
    [{ difficulty: 10_000, rate: 701, silentMs: 0 }, 10_000],
    [{ difficulty: 10_000, rate: 700, silentMs: 0 }, 7000],
    [{ difficulty: 10_000, rate: 1400, silentMs: 0 }, 14_000],
    [{ difficulty: 10_000, rate: 1399, silentMs: 0 }, 10_000],
    [{ difficulty: 10_000, rate: 1401, silentMs: 0 }, 14_010],
    [{ difficulty: 10_000, rate: 699, silentMs: 0 }, 6990],
    [{ difficulty: 10_000, rate: 1e9, silentMs: 0 }, 160_000],
  ])('of %j is %i', (of, expected) => {
    expect(nextDifficulty(of)).toBe(expected)
  })
})

describe('heat', () => {
  test('is 0 for no work, 4 for the strongest, and rises with the work', () => {
    const work = fc.array(fc.nat(2 ** 40), { minLength: 1, maxLength: 24 })
    fc.assert(
      fc.property(work, (hours) => {
        const strongest = Math.max(...hours)
        const levels = heatLevels(hours, strongest)
        levels.forEach((level, index) => {
          const amount = hours[index] ?? 0
          expect(level).toBe(Math.min(4, Math.max(0, Math.trunc(level))))
          expect(level === 0).toBe(amount === 0)
          if (amount === strongest && amount > 0) expect(level).toBe(4)
          levels.forEach((other, at) => {
            if ((hours[at] ?? 0) > amount) expect(other).toBeGreaterThanOrEqual(level)
          })
        })
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    [[0, 1, 25, 26, 50, 51, 75, 76, 100], 100, [0, 1, 1, 2, 2, 3, 3, 4, 4]],
    [[], 0, []],
    [[0, 0], 0, [0, 0]],
    [[5], 0, [0]],
  ])('of %j against %i is %j', (work, strongest, levels) => {
    expect(heatLevels(work, strongest)).toEqual(levels)
  })
})

test('a device is online for 90 s after a report, to the millisecond', () => {
  expect(isOnline(undefined, START)).toBe(false)
  expect(isOnline(START, START + 90_000)).toBe(true)
  expect(isOnline(START, START + 90_001)).toBe(false)
})

test('a device was last seen in its last report, and is offline after its miner has ended', () => {
  const last_seen_at = new Date(START)
  expect(lastSeenOf({ state: 'mining', last_seen_at })).toBe(START)
  expect(lastSeenOf({ state: 'ended', last_seen_at })).toBeUndefined()
  expect(lastSeenOf({ state: 'mining', last_seen_at: null })).toBeUndefined()
})

test('a day is one of UTC', () => {
  expect(dayOf(START)).toBe(Date.UTC(2026, 1, 28))
  expect(dayOf(Date.UTC(2026, 2, 1))).toBe(Date.UTC(2026, 2, 1))
})

test.each([
  [{ work: 6000, onlineSince: 0, lastSeen: 600_000 }, 10],
  [{ work: 6000, onlineSince: 0, lastSeen: 6_000_000 }, 10],
  [{ work: 6000, onlineSince: 0, lastSeen: 60_000 }, 100],
  [{ work: 6000, onlineSince: 540_000, lastSeen: 600_000 }, 100],
  [{ work: 500, onlineSince: 0, lastSeen: 0 }, 100],
  [{ work: 0, onlineSince: 0, lastSeen: 60_000 }, 0],
])('the hash rate of %j is %d', (of, rate) => {
  expect(hashRate(of)).toBe(rate)
})

describe('the notice of no work', () => {
  const of = {
    ...{ now: 720_000, online: true, onlineSince: 0, lastShare: undefined, refusedLately: 0 },
    ...{ miningSince: undefined, isExplained: false, paused: false },
  }
  test.each([
    [{}, { minutes: 12, cause: 'slow' }],
    [{ now: 719_999 }, null],
    [{ online: false }, null],
    [{ lastShare: 1 }, null],
    [{ miningSince: 1 }, null],
    [{ paused: true, isExplained: true }, null],
    [{ onlineSince: 1 }, null],
    [
      { paused: true, refusedLately: 3 },
      { minutes: 12, cause: 'paused' },
    ],
    [{ refusedLately: 1 }, { minutes: 12, cause: 'refused' }],
    [
      { now: 3_600_000, lastShare: 60_000 },
      { minutes: 59, cause: 'slow' },
    ],
  ])('with %j is %j', (parts, expected) => {
    expect(noWork({ ...of, ...parts })).toEqual(expected)
  })
})

describe('the rotation of projects', () => {
  const projects = [
    { project: 'aleo', weight: 2 },
    { project: 'grass', weight: 1 },
    { project: 'nodepay', weight: 1 },
  ]

  test('follows their weights exactly over a cycle, for every device and from any moment', () => {
    fc.assert(
      fc.property(moment, fc.string({ minLength: 1, maxLength: 20 }), (start, deviceId) => {
        const projectsInTurn = [0, 1, 2, 3].map((turn) => projectAt(projects, start + turn * TURN_MS, deviceId))
        expect(projectsInTurn.sort()).toEqual(['aleo', 'aleo', 'grass', 'nodepay'])
      }),
    )
  })

  test.each([
    ['a', 'aleo'],
    ['b', 'grass'],
    ['c', 'nodepay'],
    ['ab', 'nodepay'],
  ])('starts at an offset of the device: %s with %s', (deviceId, project) => {
    expect(projectAt(projects, 0, deviceId)).toBe(project)
  })

  test('changes every ten minutes, and is empty without a project', () => {
    const begin = dayOf(START)
    expect(projectAt(projects, begin, 'a')).toBe(projectAt(projects, begin + TURN_MS - 1, 'a'))
    expect(projectAt([], START, 'a')).toBeUndefined()
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MinerSettings, Pause } from '#lib/contract/miner-settings.ts'
import { type Conditions, pauseAt } from '#service/programs/miner/pause-rule.ts'
import { defaultSettings } from '#service/programs/miner/settings.ts'

const monday = Date.parse('2026-11-30T00:00:00Z')
const hour = 3_600_000
const settings: MinerSettings = { ...defaultSettings(), maxCelsius: 85 }
const never = { zone: 'UTC', hours: '0'.repeat(168) }

interface Case {
  settings?: Partial<MinerSettings>
  conditions?: Conditions
  pausedUntil?: number
  before?: Pause & { since: number }
  now?: number
}
const pauseOf = ({ now = monday, before, pausedUntil, conditions = {}, ...given }: Case) =>
  pauseAt({ settings: { ...settings, ...given.settings }, conditions, pausedUntil, now, before })

const hot = (since: number) => ({ reason: 'hot' as const, since })

describe('a PC', () => {
  test.each<[string, Case, Pause['reason'] | undefined]>([
    ['that tells nothing mines', {}, undefined],
    ['without input for five minutes mines', { conditions: { idleSeconds: 300 } }, undefined],
    ['with input four minutes ago pauses', { conditions: { idleSeconds: 299.9 } }, 'in-use'],
    [
      'waits for the minutes of its settings',
      { settings: { idleMinutes: 1 }, conditions: { idleSeconds: 60 } },
      undefined,
    ],
    [
      'mines in use where its user wants it',
      { settings: { isOnlyIdle: false }, conditions: { idleSeconds: 0 } },
      undefined,
    ],
    ['on its battery pauses', { conditions: { isOnBattery: true } }, 'battery'],
    ['on mains mines', { conditions: { isOnBattery: false } }, undefined],
    [
      'mines on its battery where its user wants it',
      { settings: { isOnlyOnMains: false }, conditions: { isOnBattery: true } },
      undefined,
    ],
    ['with a film pauses', { conditions: { isFullScreen: true, idleSeconds: 3600 } }, 'full-screen'],
    [
      'mines behind a film where its user wants it',
      { settings: { isPausedFullScreen: false }, conditions: { isFullScreen: true } },
      undefined,
    ],
    ['of 84.9 °C mines', { conditions: { celsius: 84.9 } }, undefined],
    ['of 85 °C pauses', { conditions: { celsius: 85 } }, 'hot'],
    [
      'of any temperature mines without a limit',
      { settings: { maxCelsius: null }, conditions: { celsius: 120 } },
      undefined,
    ],
    ['that was hot pauses for a minute', { conditions: { celsius: 40 }, before: hot(monday - 59_000) }, 'hot'],
    [
      'that was hot mines after a minute when it has cooled down',
      { conditions: { celsius: 79.9 }, before: hot(monday - 60_000) },
      undefined,
    ],
    ['that was hot pauses while it is warm', { conditions: { celsius: 80 }, before: hot(monday - hour) }, 'hot'],
    [
      'whose clock was set back does not pause longer',
      { conditions: { celsius: 40 }, before: hot(monday + hour) },
      undefined,
    ],
    ['that was hot and no longer tells mines', { before: hot(monday - 1_000) }, undefined],
    [
      'that was in use is not cooled down',
      { conditions: { celsius: 84 }, before: { reason: 'in-use', since: monday } },
      undefined,
    ],
    ['outside its schedule pauses', { settings: { schedule: never } }, 'schedule'],
    ['that its user pauses does so', { pausedUntil: monday + 1 }, 'user'],
    ['mines when the pause of its user is over', { pausedUntil: monday }, undefined],
  ])('%s', (_, given, reason) => expect(pauseOf(given)?.reason).toBe(reason))

  test('says until when its user pauses it, in whole seconds, and no time for a pause without an end', () => {
    expect(pauseOf({ pausedUntil: monday + 1_001 })).toEqual({ reason: 'user', until: monday / 1000 + 2 })
    expect(pauseOf({ pausedUntil: Number.POSITIVE_INFINITY })).toEqual({ reason: 'user' })
  })

  test('names the first of several reasons: what its user did, then what lasts longest', () => {
    const all = {
      settings: { schedule: never as MinerSettings['schedule'] },
      conditions: { isOnBattery: true, celsius: 99, isFullScreen: true, idleSeconds: 0 } as Conditions,
      pausedUntil: monday + 1,
    }
    const reasons = [pauseOf(all)?.reason]
    all.pausedUntil = monday
    reasons.push(pauseOf(all)?.reason)
    all.settings.schedule = null
    reasons.push(pauseOf(all)?.reason)
    for (const name of ['isOnBattery', 'celsius', 'isFullScreen', 'idleSeconds'] as const) {
      delete all.conditions[name]
      reasons.push(pauseOf(all)?.reason)
    }
    expect(reasons).toEqual(['user', 'schedule', 'battery', 'hot', 'full-screen', 'in-use', undefined])
  })

  const anySettings = fc.record({
    isOnlyIdle: fc.boolean(),
    idleMinutes: fc.integer({ min: 1, max: 120 }),
    isOnlyOnMains: fc.boolean(),
    isPausedFullScreen: fc.boolean(),
    maxCelsius: fc.option(fc.integer({ min: 40, max: 110 })),
  })
  const anyConditions = fc.record(
    {
      idleSeconds: fc.nat(8_000),
      isFullScreen: fc.boolean(),
      isOnBattery: fc.boolean(),
      celsius: fc.integer({ min: -20, max: 120 }),
    },
    { requiredKeys: [] },
  )

  test('with a desktop that does not tell about input counts as in use', () => {
    const conditions = { hasDesktop: true }
    expect(pauseOf({ conditions })).toEqual({ reason: 'in-use' })
    expect(pauseOf({ conditions, settings: { isOnlyIdle: false } })).toBeUndefined()
    expect(pauseOf({ conditions: { hasDesktop: false } })).toBeUndefined()
  })

  test('never pauses for what the system does not tell', () => {
    const needs = {
      battery: 'isOnBattery',
      hot: 'celsius',
      'full-screen': 'isFullScreen',
      'in-use': 'idleSeconds',
    } as const
    fc.assert(
      fc.property(anySettings, anyConditions, fc.boolean(), (given, conditions, wasHot) => {
        const pause = pauseOf({ settings: given, conditions, ...(wasHot && { before: hot(monday - 1_000) }) })
        if (!pause) return
        expect(conditions[needs[pause.reason as keyof typeof needs]]).toBeDefined()
      }),
    )
    expect(pauseOf({})).toBeUndefined()
  })

  test('that mines goes on mining when a condition is no longer told', () => {
    fc.assert(
      fc.property(
        anySettings,
        anyConditions,
        fc.constantFrom('idleSeconds', 'isFullScreen', 'isOnBattery', 'celsius'),
        (given, conditions, name) => {
          fc.pre(pauseOf({ settings: given, conditions }) === undefined)
          const { [name as keyof typeof conditions]: _, ...rest } = conditions
          expect(pauseOf({ settings: given, conditions: rest })).toBeUndefined()
        },
      ),
    )
  })
})

describe('the hour of a schedule', () => {
  test('decides by its own digit alone', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 167 }), fc.integer({ min: 0, max: hour - 1 }), (index, within) => {
        const schedule = { zone: 'UTC', hours: `${'0'.repeat(index)}1${'0'.repeat(167 - index)}` }
        const reasonAt = (now: number) => pauseOf({ settings: { schedule }, now })?.reason
        expect(reasonAt(monday + index * hour + within)).toBeUndefined()
        expect(reasonAt(monday + index * hour - 1)).toBe('schedule')
        expect(reasonAt(monday + (index + 1) * hour)).toBe('schedule')
      }),
    )
  })
})

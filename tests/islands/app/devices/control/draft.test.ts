import { expect, test } from 'vitest'
import { moved } from '#app/core/week-grid/cells.ts'
import { changesOf, draftOf, wrongField } from '#app/devices/control/draft.ts'
import type { MinerSettings } from '#lib/contract/miner-settings.ts'
import { defaultMinerSettings } from '#lib/rules/miner-settings.ts'
import { presets } from '#lib/rules/week-schedule.ts'

const settings: MinerSettings = { ...defaultMinerSettings, threads: 4, maxCelsius: null }
const reader = { zone: 'UTC', at: Date.parse('2026-07-01T12:00:00Z') }
const before = draftOf(settings, reader)
const changes = (part: Partial<typeof before>) => changesOf({ ...before, ...part }, { settings, before })

test.each([
  [{}, undefined],
  [{ threads: ' 3 ' }, { threads: 3 }],
  [{ isOnlyIdle: false, idleMinutes: 'x' }, { isOnlyIdle: false }],
  [{ isPausedHot: true }, { maxCelsius: defaultMinerSettings.maxCelsius }],
  [{ isScheduled: true }, { schedule: { zone: 'UTC', hours: presets.nights } }],
  [
    { isPausedFullScreen: false, throttle: '50' },
    { isPausedFullScreen: false, throttle: 50 },
  ],
])('a draft with %j asks for %j', (part, expected) => {
  expect(wrongField({ ...before, ...part })).toBeUndefined()
  expect(changes(part)).toEqual(expected)
})

test.each([
  [{ threads: '0' }, 'threads'],
  [{ threads: '257' }, 'threads'],
  [{ throttle: '' }, 'throttle'],
  [{ throttle: '1.5' }, 'throttle'],
  [{ idleMinutes: '121' }, 'idleMinutes'],
  [{ isPausedHot: true, maxCelsius: '39' }, 'maxCelsius'],
])('a draft with %j is wrong at %s', (part, field) => {
  expect(wrongField({ ...before, ...part })).toBe(field)
})

test('a schedule of another zone is no change by itself, and is sent in the reader’s zone', () => {
  const schedule = { zone: 'Europe/Berlin', hours: presets.weekends }
  const asked = draftOf({ ...settings, schedule }, reader)
  expect(changesOf(asked, { settings, before: asked })).toBeUndefined()
  const edited = { ...asked, schedule: { ...asked.schedule, hours: presets.never } }
  expect(changesOf(edited, { settings, before: asked })).toEqual({ schedule: { zone: 'UTC', hours: presets.never } })
})

test.each([
  ['ArrowRight', true, { day: 3, hour: 13 }],
  ['ArrowRight', false, { day: 4, hour: 12 }],
  ['ArrowLeft', false, { day: 2, hour: 12 }],
  ['ArrowDown', true, { day: 4, hour: 12 }],
  ['ArrowUp', false, { day: 3, hour: 11 }],
  ['Home', true, { day: 3, hour: 0 }],
  ['End', false, { day: 6, hour: 12 }],
  ['Tab', true, undefined],
])('%s moves by what is drawn, days as rows: %s', (key, isWide, expected) => {
  expect(moved({ day: 3, hour: 12 }, key, isWide)).toEqual(expected)
})

test('the edges of the week end a move', () => {
  expect(moved({ day: 6, hour: 23 }, 'ArrowRight', true)).toEqual({ day: 6, hour: 23 })
  expect(moved({ day: 0, hour: 0 }, 'ArrowUp', true)).toEqual({ day: 0, hour: 0 })
})

import { describe, expect, test } from 'vitest'
import { formatMoment, nextMorning } from '#lib/time/moments.ts'
import { defaultSettings } from '#service/programs/miner/settings.ts'
import { CHART, chartPaths } from '#service/programs/miner/window/page/chart-path.ts'
import {
  countHours,
  dayChange,
  movedIndex,
  nextScheduledHour,
  presets,
  setHours,
} from '#service/programs/miner/window/page/schedule-rule.ts'
import { sentenceOf } from '#service/programs/miner/window/page/sentence.ts'
import type { WindowState } from '#service/programs/miner/window/window-state.ts'

describe('the schedule', () => {
  test('has presets of nights, weekends and all hours', () => {
    expect([presets.nights, presets.weekends, presets.all].map(countHours)).toEqual([70, 98, 168])
    expect(presets.nights.slice(0, 24)).toBe('111111110000000000000011')
  })

  test('is changed by hours and by days', () => {
    expect(setHours('0000', [1, 3], true)).toBe('0101')
    expect(dayChange(presets.nights, 6).isOn).toBe(true)
    expect(dayChange(presets.all, 6)).toMatchObject({ isOn: false, indexes: expect.arrayContaining([144, 167]) })
  })

  test.each([
    ['ArrowRight', 0, 1],
    ['ArrowRight', 23, 23],
    ['ArrowLeft', 24, 24],
    ['ArrowDown', 150, 6],
    ['ArrowUp', 5, 149],
    ['Home', 30, 24],
    ['End', 30, 47],
    ['a', 30, undefined],
  ])('%s leads from hour %i to %s', (key, from, to) => {
    expect(movedIndex(from, key)).toBe(to)
  })

  test('tells when it allows mining again, in its own zone', () => {
    const noon = Date.UTC(2026, 0, 5, 12, 7)
    expect(nextScheduledHour({ zone: 'UTC', hours: presets.nights }, noon)).toBe(Date.UTC(2026, 0, 5, 22))
    expect(nextScheduledHour({ zone: 'Asia/Kathmandu', hours: presets.nights }, noon)).toBe(
      Date.UTC(2026, 0, 5, 16, 15),
    )
    expect(
      nextScheduledHour({ zone: 'UTC', hours: setHours(presets.all, [0], true).replaceAll('1', '0') }, noon),
    ).toBeUndefined()
    expect(nextScheduledHour(null, noon)).toBeUndefined()
  })
})

describe('the sentence', () => {
  const bound = {
    binding: { state: 'bound' },
    settings: defaultSettings(),
    status: { state: 'mining', project: 'aleo' },
    isEnding: false,
  } as WindowState
  const sentence = (parts: Partial<WindowState>) => sentenceOf({ ...bound, ...parts }, 0, (at) => `at ${at}`)

  test.each([
    ['needed', { binding: { state: 'needed' } }, 'state.needed', 'off'],
    ['unbound', { binding: { state: 'unbound' }, pause: { reason: 'user' } }, 'state.unbound', 'off'],
    ['connecting', { status: undefined }, 'state.connecting', 'off'],
    ['offline', { status: { ...bound.status, state: 'offline' } }, 'state.offline', 'off'],
    ['paused', { pause: { reason: 'user' } }, 'pause.user', 'half'],
    ['in use', { pause: { reason: 'in-use' } }, 'pause.in-use', 'half'],
    ['mining', {}, 'state.mining', 'on'],
    ['ending', { isEnding: true }, 'state.ending', 'off'],
  ] as [string, Partial<WindowState>, string, string][])('says %s', (_, parts, key, mark) => {
    expect(sentence(parts)).toMatchObject({ key, mark })
  })

  test('says until when', () => {
    expect(sentence({ pause: { reason: 'user', until: 90 } })).toMatchObject({
      key: 'pause.userUntil',
      values: { time: 'at 90000' },
    })
    // The epoch was a Thursday, at midnight: the nights go on until 8.
    const schedule = { zone: 'UTC', hours: setHours(presets.nights, [72, 73], false) }
    const paused = sentence({ pause: { reason: 'schedule' }, settings: { ...bound.settings, schedule } })
    expect(paused).toMatchObject({ key: 'pause.scheduleUntil', values: { time: 'at 7200000' } })
    expect(sentence({}).values).toEqual({ project: 'ALEO' })
  })
})

test('the chart begins at zero and ends at the right edge', () => {
  expect(chartPaths([])).toEqual({ line: '', area: '', verified: '' })
  const { line, area, verified } = chartPaths([
    [0, 0],
    [100, 50],
  ])
  expect(line).toMatch(new RegExp(`^M[\\d.]+ ${CHART.height}\\.0L${CHART.width}\\.0 8\\.9$`))
  expect(area).toBe(`${line}V${CHART.height}H595.0Z`)
  expect(verified).toContain('L600.0 64.4')
})

test('a moment has its weekday where it is not today, and tomorrow begins at eight', () => {
  const now = new Date(2026, 0, 5, 22, 30).getTime()
  expect(formatMoment(now + 60_000, 'en-GB', now)).toBe('22:31')
  expect(formatMoment(nextMorning(now), 'en-GB', now)).toMatch(/^Tue,? 08:00$/)
})

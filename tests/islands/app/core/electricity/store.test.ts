// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { nightHours } from '#lib/rules/tariff.ts'

beforeEach(() => {
  localStorage.clear()
  vi.resetModules()
})

const load = () => import('#app/core/electricity/store.ts')
const store = (value: unknown) => localStorage.setItem('electricity', JSON.stringify(value))
const hourly = { zone: 'Asia/Kolkata', hours: nightHours, prices: { standard: '0.3', low: '0.1', high: '' } }

test('settings from before hourly prices keep their price and watts', async () => {
  store({ tariff: '0.25', watts: { one: '100' } })
  const { $electricity } = await load()
  expect($electricity.get()).toEqual({ tariff: '0.25', hourly: undefined, isHourly: false, watts: { one: '100' } })
})

describe('prices by hour', () => {
  test('are kept over a reload, with the one price beside them', async () => {
    store({ tariff: '0.25', watts: {} })
    const first = await load()
    first.switchHourly(true)
    expect(first.$electricity.get()).toMatchObject({
      isHourly: true,
      hourly: { hours: nightHours, prices: { standard: '0.25', low: '', high: '' } },
    })
    first.editHourly({ ...hourly })
    vi.resetModules()
    const second = await load()
    expect(second.$electricity.get()).toMatchObject({ tariff: '0.25', isHourly: true, hourly })
    second.switchHourly(false)
    expect(second.$cheapSchedule.get()).toBeUndefined()
    second.switchHourly(true)
    expect(second.$electricity.get()).toMatchObject({ hourly })
  })

  test('offer their cheapest hours as a schedule in their zone', async () => {
    store({ tariff: '', watts: {}, hourly, isHourly: true })
    const { $cheapSchedule, editHourly } = await load()
    expect($cheapSchedule.get()).toEqual({ zone: 'Asia/Kolkata', hours: nightHours })
    editHourly({ prices: { standard: '0.3', low: '', high: '' } })
    expect($cheapSchedule.get()).toBeUndefined()
  })
})

test.each([
  ['another zone', { ...hourly, zone: 'Mars/Olympus' }],
  ['too few hours', { ...hourly, hours: '01' }],
  ['other digits', { ...hourly, hours: '3'.repeat(168) }],
  ['nothing', null],
  ['a text', 'nights'],
])('damaged prices by hour are left out: %s', async (_, damaged) => {
  store({ tariff: '0.25', watts: {}, hourly: damaged, isHourly: true })
  const { $electricity } = await load()
  expect($electricity.get()).toEqual({ tariff: '0.25', hourly: undefined, isHourly: false, watts: {} })
})

test.each(['', '{', '[]', 'null'])('settings that are %j are none', async (text) => {
  localStorage.setItem('electricity', text)
  const { $electricity } = await load()
  expect($electricity.get()).toEqual({ tariff: '', hourly: undefined, isHourly: false, watts: {} })
})

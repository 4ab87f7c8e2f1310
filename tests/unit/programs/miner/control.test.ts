import { availableParallelism } from 'node:os'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { MinerSettings } from '#lib/contract/miner-settings.ts'
import { MinerControl } from '#service/programs/miner/control.ts'
import { defaultSettings, type Kept } from '#service/programs/miner/settings.ts'

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-30T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())

/** A control whose changes and files the test sees. */
function createControl(given: { typed?: Partial<MinerSettings>; kept?: Partial<Kept> } = {}) {
  const files: Kept[] = []
  const settings: MinerSettings = { ...defaultSettings(), threads: 1 }
  const control = new MinerControl({
    ...{ settings, pausedUntil: undefined, ...given.kept },
    ...(given.typed && { typed: given.typed }),
    keep: (kept) => files.push(structuredClone(kept)),
  })
  const reasons: (string | undefined)[] = []
  control.onChange(() => reasons.push(control.pause?.reason))
  return { control, files, reasons }
}

describe('a pause of the user', () => {
  test('until a time ends by itself, and is kept until then', () => {
    const { control, files, reasons } = createControl()
    const stop = control.start()
    const until = Date.now() + 60_000
    control.pauseUntil(until)
    expect(control.pause).toEqual({ reason: 'user', until: until / 1000 })
    expect(files.at(-1)?.pausedUntil).toBe(until)
    vi.advanceTimersByTime(59_000)
    expect(reasons).toEqual(['user'])
    vi.advanceTimersByTime(1_000)
    expect(reasons).toEqual(['user', undefined])
    stop()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('goes on after a new start, if it has a time', () => {
    const { control, files } = createControl({ kept: { pausedUntil: Date.now() + 1_000 } })
    expect(control.pause?.reason).toBe('user')
    expect(files).toEqual([])
  })

  test('without an end lasts until the user ends it, and is not kept', () => {
    const { control, files, reasons } = createControl()
    const stop = control.start()
    control.pauseUntil(Number.POSITIVE_INFINITY)
    vi.advanceTimersByTime(86_400_000)
    expect(control.pause).toEqual({ reason: 'user' })
    control.resume()
    expect(reasons).toEqual(['user', undefined])
    expect(files.map(({ pausedUntil }) => pausedUntil)).toEqual([undefined, undefined])
    stop()
  })

  test('that ends leaves the other reasons', () => {
    const { control } = createControl()
    control.observe({ isOnBattery: true })
    control.pauseUntil(Number.POSITIVE_INFINITY)
    control.resume()
    expect(control.pause).toEqual({ reason: 'battery' })
  })
})

describe('options of the command line', () => {
  const typed = { throttle: 50, isOnlyIdle: false }

  test('hold for this start, and a later change of another setting does not keep them', () => {
    const { control, files } = createControl({ typed })
    expect(control.settings).toMatchObject(typed)
    control.change({ idleMinutes: 9 })
    expect(control.settings).toMatchObject({ ...typed, idleMinutes: 9 })
    expect(files.at(-1)?.settings).toMatchObject({ throttle: 100, isOnlyIdle: true, idleMinutes: 9 })
  })

  test('are not kept either when a form sends all settings back', () => {
    const { control, files } = createControl({ typed })
    control.change(control.settings)
    expect(files).toEqual([])
    control.change({ ...control.settings, idleMinutes: 9 })
    expect(files.at(-1)?.settings).toMatchObject({ throttle: 100, isOnlyIdle: true, idleMinutes: 9 })
  })

  test('give way to a change of the same setting, which is kept', () => {
    const { control, files } = createControl({ typed })
    control.change({ throttle: 70 })
    expect(control.settings).toMatchObject({ throttle: 70, isOnlyIdle: false })
    expect(files.at(-1)?.settings).toMatchObject({ throttle: 70, isOnlyIdle: true })
  })
})

describe('a change', () => {
  test('of a setting decides the pause again', () => {
    const { control, reasons } = createControl()
    control.observe({ idleSeconds: 100 })
    control.change({ idleMinutes: 1 })
    control.change({ idleMinutes: 1 })
    expect(reasons).toEqual(['in-use', undefined])
  })

  test('to more threads than this PC has is cut to those', () => {
    const { control } = createControl()
    control.change({ threads: 256 })
    expect(control.settings.threads).toBe(availableParallelism())
  })

  test('to a zone that this system does not know takes that of the PC, and no timer fails', () => {
    const { control } = createControl()
    const stop = control.start()
    control.change({ schedule: { zone: 'Mars/Olympus', hours: '1'.repeat(168) } })
    expect(control.settings.schedule?.zone).not.toBe('Mars/Olympus')
    expect(() => vi.advanceTimersByTime(5_000)).not.toThrow()
    stop()
  })

  test('is not told any more to a listener that has left', () => {
    const { control } = createControl()
    const told = vi.fn()
    control.onChange(told)()
    control.pauseUntil(Number.POSITIVE_INFINITY)
    expect(told).not.toHaveBeenCalled()
  })
})

test('a hot PC pauses for a minute at least, also while it cools down at once', () => {
  const { control, reasons } = createControl()
  const stop = control.start()
  control.observe({ celsius: 90 })
  control.observe({ celsius: 50 })
  vi.advanceTimersByTime(59_000)
  expect(reasons).toEqual(['hot'])
  vi.advanceTimersByTime(1_000)
  expect(reasons).toEqual(['hot', undefined])
  stop()
})

describe('a wish of the dashboard', () => {
  test('is followed once, kept with its id, and not by another device', () => {
    const { control, files } = createControl()
    const until = Date.now() / 1000 + 60
    const wish = { id: 3, settings: { throttle: 40 }, pauseUntil: until }
    expect(control.followWish('device', wish)).toBe(true)
    expect([control.settings.throttle, control.pause]).toEqual([40, { reason: 'user', until }])
    expect(files).toHaveLength(1)
    expect(files[0]).toMatchObject({ settings: { throttle: 40 }, followed: { deviceId: 'device', id: 3 } })
    control.resume()
    expect(control.followWish('device', wish)).toBe(false)
    expect(control.followWish('device', { ...wish, id: 2 })).toBe(false)
    expect([control.pause, control.followedWish('device'), control.followedWish('other')]).toEqual([
      undefined,
      3,
      undefined,
    ])
    expect(control.followWish('other', { id: 1, settings: { throttle: 30 } })).toBe(true)
    expect(control.settings.throttle).toBe(30)
  })

  test('is not followed again after a new start', () => {
    const { control } = createControl({ kept: { followed: { deviceId: 'device', id: 3 } } })
    expect(control.followWish('device', { id: 3, settings: { throttle: 40 } })).toBe(false)
    expect(control.settings.throttle).toBe(100)
  })

  test('ends the pause of the user by null, and leaves it where it names none', () => {
    const { control } = createControl()
    control.pauseUntil(Number.POSITIVE_INFINITY)
    control.followWish('device', { id: 1, settings: { idleMinutes: 7 } })
    expect(control.pause).toEqual({ reason: 'user' })
    control.followWish('device', { id: 2, pauseUntil: null })
    expect(control.pause).toBeUndefined()
  })

  test('for more threads than this PC has gets those', () => {
    const { control, files } = createControl()
    control.followWish('device', { id: 1, settings: { threads: 256 } })
    expect([control.settings.threads, files[0]?.settings.threads]).toEqual([
      availableParallelism(),
      availableParallelism(),
    ])
  })
})

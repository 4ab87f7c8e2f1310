import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Sensors } from '#lib/contract/miner-settings.ts'
import { MinerControl } from '#service/programs/miner/control.ts'
import { startObserver } from '#service/programs/miner/observer.ts'
import type { Conditions } from '#service/programs/miner/pause-rule.ts'
import type { Probe } from '#service/programs/miner/probes/probe.ts'
import { defaultSettings } from '#service/programs/miner/settings.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A probe of input that answers as the test says, and an observer that asks it. */
async function observe(answer: () => Promise<Conditions>, others: readonly Probe[] = [], sensors: Sensors = {}) {
  const control = new MinerControl({ settings: { ...defaultSettings(), threads: 1 }, pausedUntil: undefined })
  const asked = vi.fn(answer)
  const probe = { isNeeded: ({ isOnlyIdle }: { isOnlyIdle: boolean }) => isOnlyIdle, read: asked, close: vi.fn() }
  const readSensors = vi.fn(async () => sensors)
  const observer = startObserver(control, { probes: [probe, ...others], readSensors })
  await vi.advanceTimersByTimeAsync(0)
  return { control, observer, asked, probe, readSensors }
}

test('what all probes tell reaches the control, every five seconds, and the sensors every thirty', async () => {
  let idleSeconds = 400
  const battery: Probe = { isNeeded: () => true, read: async () => ({ isOnBattery: false }) }
  const { control, observer, asked, probe, readSensors } = await observe(async () => ({ idleSeconds }), [battery], {
    watts: 50,
  })
  await observer.first
  expect([control.conditions, control.sensors]).toEqual([{ idleSeconds: 400, isOnBattery: false }, { watts: 50 }])
  idleSeconds = 2
  await vi.advanceTimersByTimeAsync(5_000)
  expect(control.pause).toEqual({ reason: 'in-use' })
  await vi.advanceTimersByTimeAsync(55_000)
  expect([asked.mock.calls.length, readSensors.mock.calls.length]).toEqual([13, 3])
  observer.stop()
  expect([vi.getTimerCount(), probe.close.mock.calls.length]).toEqual([0, 1])
})

test.each([
  [{ celsius: 91 }, { celsius: 60 }, 91],
  [{ celsius: 60 }, { celsius: 91 }, 91],
  [{}, { celsius: 91 }, 91],
  [{}, {}, undefined],
])('of a processor with %j and sensors with %j the PC has %s °C', async (told, sensors, celsius) => {
  const { control, observer } = await observe(async () => told, [], sensors)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(control.conditions.celsius).toBe(celsius)
  observer.stop()
})

describe('a probe', () => {
  test('that names a time of its own is asked as often as that, and its answer counts meanwhile', async () => {
    const read = vi.fn(async () => ({ isFullScreen: true }))
    const film: Probe = { isNeeded: () => true, everyMs: 15_000, read }
    const { control, observer } = await observe(async () => ({}), [film])
    for (let second = 0; second < 60; second += 5) {
      expect(control.pause).toEqual({ reason: 'full-screen' })
      await vi.advanceTimersByTimeAsync(5_000)
    }
    expect(read).toHaveBeenCalledTimes(5)
    observer.stop()
  })

  test('that fails once leaves its last answer for half a minute, then none', async () => {
    let isBroken = false
    const { control, observer, asked } = await observe(() =>
      isBroken ? Promise.reject(new Error()) : Promise.resolve({ idleSeconds: 1 }),
    )
    isBroken = true
    await vi.advanceTimersByTimeAsync(25_000)
    expect(control.pause).toEqual({ reason: 'in-use' })
    await vi.advanceTimersByTimeAsync(10_000)
    expect([control.pause, control.conditions]).toEqual([undefined, {}])
    asked.mockClear()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(asked.mock.calls.length).toBeLessThanOrEqual(10)
    isBroken = false
    await vi.advanceTimersByTimeAsync(65_000)
    expect(control.pause).toEqual({ reason: 'in-use' })
    observer.stop()
  })

  test('that never answers delays the others once, and is not asked a second time', async () => {
    const battery: Probe = { isNeeded: () => true, read: async () => ({ isOnBattery: true }) }
    const { control, observer, asked } = await observe(() => new Promise(() => {}), [battery])
    await vi.advanceTimersByTimeAsync(45_000)
    expect(control.pause).toEqual({ reason: 'battery' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toHaveBeenCalledTimes(1)
    observer.stop()
  })

  test('that the settings do not call for is closed and not asked, and its last answer is forgotten', async () => {
    const { control, observer, asked, probe } = await observe(async () => ({ idleSeconds: 1 }))
    control.change({ isOnlyIdle: false })
    await vi.advanceTimersByTimeAsync(20_000)
    expect([asked.mock.calls.length, probe.close.mock.calls.length > 0, control.conditions]).toEqual([1, true, {}])
    control.change({ isOnlyIdle: true })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(control.pause).toEqual({ reason: 'in-use' })
    observer.stop()
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wishOfMachines, withdrawWish } from '#lib/contract/device-control.ts'
import { unbindMachine } from '#lib/contract/devices.ts'
import type { MinerSettings } from '#lib/contract/miner-settings.ts'
import { defaultMinerSettings } from '#lib/rules/miner-settings.ts'
import type { Device } from '#world/device.ts'
import { seenBy } from '#world/device-views.ts'
import type { User } from '#world/visitor.ts'
import { createWorld, type World } from '#world/world.ts'

let world: World
let user: User
beforeAll(async () => {
  world = await createWorld()
  user = await world.user()
})
afterAll(() => world.close())

const settings: MinerSettings = { ...defaultMinerSettings, threads: 7 }
const nights = { zone: 'Europe/Berlin', hours: `${'1'.repeat(8)}${'0'.repeat(14)}11`.repeat(7) }
const seen = (device: Device) => seenBy(user, device)
const inSeconds = (seconds: number) => world.clock.now() / 1000 + seconds

/** A device with a miner that tells its settings. */
async function openDevice(): Promise<Device> {
  const device = await world.device(user)
  await device.report({ version: '1.2.0', settings })
  return device
}

describe('what a device tells', () => {
  test('is shown with it: settings, why it pauses, and what it measures', async () => {
    const device = await openDevice()
    expect(await seen(device)).toMatchObject({ settings, pause: null, wish: null, sensors: null, miningWatts: null })
    await device.report({ settings, sensors: { celsius: 61.5, watts: 84, utilisation: 97 } })
    const pause = { reason: 'user', until: inSeconds(600) } as const
    const sensors = { celsius: 44, watts: 12 }
    await device.report({ state: 'paused', settings: { ...settings, throttle: 40, schedule: nights }, pause, sensors })
    const shown = await seen(device)
    expect(shown).toMatchObject({ pause, sensors, settings: { throttle: 40, schedule: nights } })
    // Watts of a pause say nothing of what mining costs.
    expect(shown.miningWatts).toBe(84)
  })

  test('is nothing for a miner that tells none of it', async () => {
    const device = await world.device(user)
    await device.report({ state: 'paused' })
    expect(await seen(device)).toMatchObject({ settings: null, pause: null, sensors: null, wish: null })
  })

  test('keeps its settings through a report without them, and its pause only while it is online', async () => {
    const device = await openDevice()
    await device.report({ state: 'paused', pause: { reason: 'battery' }, sensors: { celsius: 40 } })
    expect(await seen(device)).toMatchObject({ settings, pause: { reason: 'battery' }, sensors: { celsius: 40 } })
    world.clock.advance(91)
    expect(await seen(device)).toMatchObject({ settings, status: 'offline', pause: null, sensors: null })
  })

  test('alarms nobody while it pauses by its settings, nor right after', async () => {
    const [device, old] = [await openDevice(), await world.device(user)]
    const pause = { state: 'paused', pause: { reason: 'in-use' } } as const
    for (let passed = 0; passed < 900; passed += 60) {
      await device.report(pause)
      await old.report({ state: 'paused' })
      world.clock.advance(60)
    }
    expect(await seen(device)).toMatchObject({ noWork: null, pause: { reason: 'in-use' } })
    expect(await seen(old)).toMatchObject({ noWork: { minutes: 15, cause: 'paused' } })
    await device.report()
    expect(await seen(device)).toMatchObject({ noWork: null, pause: null })
    await device.run(12 * 60)
    expect(await seen(device)).toMatchObject({ noWork: { minutes: 12, cause: 'slow' } })
  })

  test('keeps the difficulty of a device that goes on mining', async () => {
    const device = await world.device(user, { difficulty: 2 ** 20 })
    await device.report()
    for (let passed = 0; passed < 900; passed += 60) {
      world.clock.advance(60)
      await device.report({ state: 'paused', pause: { reason: 'in-use' } })
    }
    world.clock.advance(30)
    expect((await device.report()).work.difficulty).toBe(2 ** 20)
    world.clock.advance(60)
    expect((await device.report()).work.difficulty).toBe(2 ** 19)
  })
})

describe('a wish', () => {
  const ask = (device: Device, wish: Omit<Parameters<typeof askOf>[1], 'ids'>) => askOf([device], wish)
  const askOf = (devices: readonly Device[], wish: { settings?: Partial<MinerSettings>; pauseUntil?: number | null }) =>
    user.call(wishOfMachines, { ids: devices.map(({ id }) => id), ...wish })

  test('is carried by each reply until the device confirms it', async () => {
    const device = await openDevice()
    const pauseUntil = inSeconds(3600)
    await ask(device, { pauseUntil })
    expect(await seen(device)).toMatchObject({ wish: { pauseUntil, askedAt: inSeconds(0) } })
    const wish = { id: 1, pauseUntil }
    expect((await device.report({ settings })).wish).toEqual(wish)
    expect((await device.report({ settings, followedWish: 0 })).wish).toEqual(wish)
    const pause = { reason: 'user', until: pauseUntil } as const
    const done = await device.report({ state: 'paused', pause, settings, followedWish: 1 })
    expect(done).not.toHaveProperty('wish')
    expect(await seen(device)).toMatchObject({ wish: null, pause })
    // A device that starts again may not know what it has followed.
    expect(await device.report({ settings })).not.toHaveProperty('wish')
  })

  test('of a repeated report is the same as at first', async () => {
    const device = await openDevice()
    await ask(device, { settings: { throttle: 30 } })
    const first = await device.report({ sequence: 9 })
    await ask(device, { settings: { throttle: 60 } })
    expect(await device.report({ sequence: 9 })).toEqual(first)
    expect(first.wish).toEqual({ id: 1, settings: { throttle: 30 } })
    expect((await device.report({ sequence: 10 })).wish).toEqual({ id: 2, settings: { throttle: 60 } })
  })

  test('adds to one that is pending, and begins anew after it', async () => {
    const device = await openDevice()
    await ask(device, { settings: { throttle: 30, threads: 2 } })
    await ask(device, { pauseUntil: null })
    await ask(device, { settings: { throttle: 50, schedule: nights } })
    const merged = { id: 3, settings: { throttle: 50, threads: 2, schedule: nights }, pauseUntil: null }
    expect((await device.report()).wish).toEqual(merged)
    // The device followed the first one only, while the others were made.
    expect((await device.report({ followedWish: 1 })).wish).toEqual(merged)
    await device.report({ followedWish: 3 })
    await ask(device, { settings: { isOnlyIdle: false } })
    expect((await device.report()).wish).toEqual({ id: 4, settings: { isOnlyIdle: false } })
  })

  test('is confirmed by no number that was never given', async () => {
    const device = await openDevice()
    await device.report({ followedWish: 2 ** 40 })
    await ask(device, { settings: { threads: 1 } })
    expect((await device.report({ followedWish: 0 })).wish).toMatchObject({ id: 1 })
    await device.report({ followedWish: Number.MAX_SAFE_INTEGER })
    expect(await seen(device)).toMatchObject({ wish: null })
  })

  test('can be taken back while it is pending', async () => {
    const [device, other] = [await openDevice(), await openDevice()]
    await askOf([device, other], { settings: { threads: 1 } })
    await user.call(withdrawWish, { ids: [device.id] })
    expect(await device.report()).not.toHaveProperty('wish')
    expect([(await seen(device)).wish, (await seen(other)).wish]).toMatchObject([null, { settings: { threads: 1 } }])
    await ask(device, { settings: { throttle: 10 } })
    expect((await device.report({ followedWish: 1 })).wish).toEqual({ id: 2, settings: { throttle: 10 } })
  })

  test('of many devices is for all of them or for none', async () => {
    const devices = [await openDevice(), await openDevice(), await world.device(user)]
    await askOf([...devices, ...devices], { pauseUntil: inSeconds(60) })
    for (const device of devices) expect((await device.report()).wish).toEqual({ id: 1, pauseUntil: inSeconds(60) })
    const foreign = await world.device(await world.user())
    const gone = await openDevice()
    await user.call(unbindMachine, { id: gone.id })
    for (const { id } of [foreign, gone, { ...gone, id: 'none' }]) {
      const ids = [...devices.map((device) => device.id), id]
      await expect(user.call(wishOfMachines, { ids, pauseUntil: null })).rejects.toMatchObject({
        reason: 'DEVICE_UNKNOWN',
      })
      await expect(user.call(withdrawWish, { ids })).rejects.toMatchObject({ reason: 'DEVICE_UNKNOWN' })
    }
    for (const device of devices) expect((await seen(device)).wish).toMatchObject({ pauseUntil: inSeconds(60) })
    expect((await foreign.report()).wish).toBeUndefined()
  })

  test('is refused for more than 100 devices, for none, and with what no miner can follow', async () => {
    const { id } = await openDevice()
    const schedule = { ...nights, zone: 'Middle/Earth' }
    for (const payload of [
      { ids: [] },
      { ids: Array.from({ length: 101 }, () => id) },
      { ids: [id], settings: { schedule } },
      { ids: [id], settings: { threads: 0 } },
      { ids: [id], settings: { throttle: 101 } },
      { ids: [id], settings: { schedule: { ...nights, hours: '1'.repeat(167) } } },
    ])
      await expect(user.call(wishOfMachines, payload), JSON.stringify(payload).slice(0, 80)).rejects.toMatchObject({
        name: 'ValiError',
      })
    await user.call(wishOfMachines, { ids: Array.from({ length: 100 }, () => id), pauseUntil: null })
  })
})

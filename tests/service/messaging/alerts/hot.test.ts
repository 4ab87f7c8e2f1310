import { afterEach, beforeEach, expect, test } from 'vitest'
import * as contract from '#lib/contract/alerts.ts'
import { messageList } from '#lib/contract/messages.ts'
import type { MinerSettings, Sensors } from '#lib/contract/miner-settings.ts'
import { watchHot } from '#service/messaging/alerts/devices.ts'
import { dispatchAlerts } from '#service/messaging/notify/dispatch.ts'
import type { Device } from '#world/device.ts'
import { seenBy } from '#world/device-views.ts'
import type { User } from '#world/visitor.ts'
import { createWorld, type World } from '#world/world.ts'

let world: World
let user: User
beforeEach(async () => {
  world = await createWorld()
  user = await world.user()
})
afterEach(() => world.close())

const settings: MinerSettings = {
  threads: 7,
  throttle: 100,
  isOnlyIdle: false,
  idleMinutes: 5,
  isOnlyOnMains: true,
  isPausedFullScreen: true,
  maxCelsius: 80,
  schedule: null,
}
const messages = async () => (await user.call(messageList, { page: 1 })).records
const titles = async () => (await messages()).map(({ title }) => title)

interface Stretch {
  minutes: number
  sensors?: Sensors
  parts?: Parameters<Device['report']>[0]
}

/** Reports each minute, and lets the job of each minute run. */
async function run(devices: readonly Device[], { minutes, sensors, parts }: Stretch) {
  for (let passed = 0; passed < minutes; passed += 1) {
    world.clock.advance(60)
    for (const device of devices)
      await device.report({ version: '1.2.0', settings, ...(sensors && { sensors }), ...parts })
    await watchHot(world.running.ctx)
  }
}

test('a device that stays hot for 15 minutes is reported once, by message and letter, and again after it has cooled', async () => {
  const device = await world.device(user, { name: 'Study' })
  await run([device], { minutes: 15, sensors: { celsius: 84.6 } })
  expect(await titles()).toEqual([])
  expect((await seenBy(user, device)).hot).toEqual({ minutes: 14, limit: 80 })
  await run([device], { minutes: 1, sensors: { celsius: 83.6 } })
  const [message] = await messages()
  expect(message).toMatchObject({ title: '“Study” stays hot', isRead: false })
  expect(message?.content).toContain('Its last report says 84 °C; it counts as hot from 80 °C.')
  await dispatchAlerts(world.running.ctx)
  await expect.poll(() => world.letters.map(({ subject }) => subject)).toContain('“Study” stays hot')
  // As warm as a device that has not cooled yet, then hot again.
  await run([device], { minutes: 20, sensors: { celsius: 76 } })
  await run([device], { minutes: 20, sensors: { celsius: 90 } })
  expect(await titles()).toHaveLength(1)
  await run([device], { minutes: 1, sensors: { celsius: 70 } })
  expect((await seenBy(user, device)).hot).toBeNull()
  await run([device], { minutes: 16, sensors: { celsius: 81 } })
  expect(await titles()).toEqual(['“Study” stays hot', '“Study” stays hot'])
})

test('a device that was cool for a moment, or silent, has 15 minutes again', async () => {
  const [cooled, silent] = [await world.device(user), await world.device(user)]
  await run([cooled, silent], { minutes: 14, sensors: { celsius: 95 } })
  await run([cooled], { minutes: 2, sensors: { celsius: 60 } })
  await run([cooled, silent], { minutes: 14, sensors: { celsius: 95 } })
  expect(await titles()).toEqual([])
  await run([cooled, silent], { minutes: 2, sensors: { celsius: 95 } })
  expect(await titles()).toEqual(['2 devices stay hot'])
  // It comes back as hot as it went: it has not cooled since.
  await run([cooled], { minutes: 5, sensors: { celsius: 95 } })
  await run([silent], { minutes: 20, sensors: { celsius: 95 } })
  expect(await titles()).toHaveLength(1)
})

test('an unknown temperature is neither hot nor cool', async () => {
  const device = await world.device(user)
  await run([device], { minutes: 30 })
  await run([device], { minutes: 30, sensors: { watts: 80 } })
  expect((await seenBy(user, device)).hot).toBeNull()
  await run([device], { minutes: 1, sensors: { celsius: 95 } })
  await run([device], { minutes: 30 })
  expect((await seenBy(user, device)).hot).toBeNull()
  await run([device], { minutes: 10, sensors: { celsius: 95 } })
  expect(await titles()).toEqual([])
  await run([device], { minutes: 6, sensors: { celsius: 95 } })
  expect(await titles()).toHaveLength(1)
  // It has not been seen to cool down.
  await run([device], { minutes: 5 })
  await run([device], { minutes: 20, sensors: { celsius: 95 } })
  expect(await titles()).toHaveLength(1)
})

test('a device without a limit is hot from 90 °C, also while it pauses', async () => {
  const device = await world.device(user, { name: 'Attic' })
  const parts = { settings: { ...settings, maxCelsius: null } }
  await run([device], { minutes: 20, sensors: { celsius: 89.4 }, parts })
  expect(await titles()).toEqual([])
  const paused = { ...parts, state: 'paused', pause: { reason: 'in-use' } } as const
  await run([device], { minutes: 16, sensors: { celsius: 90 }, parts: paused })
  expect((await messages())[0]?.content).toContain('90 °C; it counts as hot from 90 °C.')
})

test('a user who switched it off is not alerted, nor one who muted the device', async () => {
  const off = (channel: 'app' | 'email') => ({ event: 'hot' as const, channel, isOn: false })
  await user.call(contract.saveChoices, { choices: [off('app'), off('email')] })
  const device = await world.device(user)
  await run([device], { minutes: 16, sensors: { celsius: 95 } })
  await dispatchAlerts(world.running.ctx)
  expect(await messages()).toMatchObject([{ isRead: true }])
  expect(await world.query('select 1 from alerts_untold')).toEqual([])
  expect(await world.query("select 1 from pgboss.job where name = 'alert'")).toEqual([])
  const muted = await world.device(user, { name: 'Muted' })
  await user.call(contract.muteDevice, { id: muted.id, isMuted: true })
  await run([muted], { minutes: 20, sensors: { celsius: 95 } })
  expect(await titles()).toHaveLength(1)
})

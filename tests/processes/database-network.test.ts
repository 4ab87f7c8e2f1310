import { afterAll, beforeAll, expect, test } from 'vitest'
import { userInfo } from '#lib/contract/accounts.ts'
import { machineList } from '#lib/contract/device-list.ts'
import { renameMachine } from '#lib/contract/devices.ts'
import type { Device } from '#world/device.ts'
import { createDatabase, type FreshDatabase } from '#world/postgres.ts'
import type { User } from '#world/visitor.ts'
import { createWire, type Wire } from '#world/wire.ts'
import { createWorld, type World } from '#world/world.ts'

let database: FreshDatabase
let wire: Wire
let world: World
let user: User
let device: Device
beforeAll(async () => {
  database = await createDatabase()
  wire = await createWire(database.url)
  world = await createWorld({ settings: { DATABASE_URL: wire.url, LIMITS: 'default' } })
  user = await world.user()
  device = await world.device(user)
})
afterAll(async () => {
  await world.close()
  await wire.close()
  await database.drop()
})

const rename = (name: string) => user.call(renameMachine, { id: device.id, name })
const nameNow = async () => (await user.call(machineList, { page: 1 })).page.list[0]?.name

test('B4 a database that disappears silently blocks no call, and its successor is found', async () => {
  await world.warmUp()
  wire.die()
  // Each ends by itself, long before the kernel would give up.
  const calls = Array.from({ length: 30 }, (_, index) => (index % 2 ? rename('Lost') : user.call(userInfo, {})))
  for (const call of await Promise.allSettled(calls)) expect(call).toMatchObject({ status: 'rejected' })
  expect(await (await fetch(`${world.address}/readyz`)).json()).toEqual({ ok: false, problem: 'database' })
  wire.heal()
  // Until the prober has found it, calls are refused at once.
  await expect.poll(() => rename('Found').then(Boolean, () => false)).toBe(true)
  expect(await nameNow()).toBe('Found')
  await expect.poll(async () => (await fetch(`${world.address}/readyz`)).status).toBe(200)
  // The queue finds it as well: a registration waits for its letter.
  await world.user()
})

test('B4 reset connections fail only the calls on them', async () => {
  await world.warmUp()
  const calls = Array.from({ length: 12 }, (_, index) => rename(`Reset ${index}`))
  wire.reset()
  const ended = await Promise.allSettled(calls)
  const done = ended.flatMap(({ status }, index) => (status === 'fulfilled' ? [`Reset ${index}`] : []))
  // A call whose connection broke as it ended may have been done.
  if (done.length === calls.length) expect(done).toContain(await nameNow())
  expect(await rename('After')).toBeDefined()
  expect(await nameNow()).toBe('After')
})

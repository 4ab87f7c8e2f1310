import { afterAll, beforeAll, expect, test } from 'vitest'
import { userInfo } from '#lib/contract/accounts.ts'
import { machineList } from '#lib/contract/device-list.ts'
import { createWorld, type World } from '#world/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('registers a user, binds a device, and takes the shares that it found', async () => {
  const user = await world.user({ email: 'ada@example.test' })
  expect(await user.call(userInfo, {})).toMatchObject({ username: 'ada@example.test', name: 'ada' })
  const device = await world.device(user, { name: 'Attic' })
  expect(await device.mine(3)).toMatchObject({ accepted: 3, refused: [] })
  const { page } = await user.call(machineList, { page: 1 })
  expect(page.list).toMatchObject([{ id: device.id, name: 'Attic', status: 'online', acceptedToday: 3 }])
})

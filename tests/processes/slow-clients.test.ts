import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { userInfo } from '#lib/contract/accounts.ts'
import { trickle } from '#world/trickle.ts'
import { createWorld, type World } from '#world/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** Resolves with what a slow client was told when it was hung up on. */
async function hungUp(what: 'head' | 'body'): Promise<string> {
  const { socket, told } = await trickle(world.address, what)
  await once(socket, 'close')
  return told().split('\r\n')[0] ?? ''
}

test('C7 whoever never comes to an end is hung up on, and keeps nobody waiting', async () => {
  const user = await world.user()
  const clients = (['head', 'body'] as const).flatMap((what) => Array.from({ length: 250 }, () => hungUp(what)))
  await expect(user.call(userInfo, {})).resolves.toEqual(user.info)
  expect(new Set(await Promise.all(clients))).toEqual(new Set(['HTTP/1.1 408 Request Timeout']))
})

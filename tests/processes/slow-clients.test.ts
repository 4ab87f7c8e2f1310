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

/** Resolves with the reply to a slow client whose connection was closed. */
async function hungUp(what: 'head' | 'body'): Promise<string> {
  const { socket, received } = await trickle(world.address, what)
  await once(socket, 'close')
  return received().split('\r\n')[0] ?? ''
}

test('C7 closes the connection of a client that never finishes its request, and blocks no other', async () => {
  const user = await world.user()
  const clients = (['head', 'body'] as const).flatMap((what) => Array.from({ length: 250 }, () => hungUp(what)))
  await expect(user.call(userInfo, {})).resolves.toEqual(user.info)
  expect(new Set(await Promise.all(clients))).toEqual(new Set(['HTTP/1.1 408 Request Timeout']))
})

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
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

test('C7 one source holds 2,000 connections at most, and none of those of another', async () => {
  const node = await createWorld({ settings: { TRUST_PROXY: '0' } })
  onTestFinished(() => node.close())
  const { hostname, port } = new URL(node.address)
  const sockets: Socket[] = []
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  const open = async (localAddress: string) => {
    const socket = connect({ host: hostname, port: Number(port), localAddress })
    sockets.push(socket)
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    return socket
  }
  for (let hundreds = 0; hundreds < 20; hundreds++)
    await Promise.all(Array.from({ length: 100 }, () => open('127.0.0.1')))
  const refused = await open('127.0.0.1')
  await once(refused, 'close')
  const other = await open('127.0.0.2')
  other.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const [answer] = await once(other, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200/)
  // A place is free again as soon as its connection is closed.
  sockets[0]?.destroy()
  await expect.poll(async () => (await fetch(`${node.address}/healthz`).catch(() => undefined))?.status).toBe(200)
})

test('C7 closes the connection of a client that never finishes its request, and blocks no other', async () => {
  const user = await world.user()
  const clients = (['head', 'body'] as const).flatMap((what) => Array.from({ length: 250 }, () => hungUp(what)))
  await expect(user.call(userInfo, {})).resolves.toEqual(user.info)
  expect(new Set(await Promise.all(clients))).toEqual(new Set(['HTTP/1.1 408 Request Timeout']))
})

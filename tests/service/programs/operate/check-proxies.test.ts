import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { checkProxies } from '#service/programs/operate/check-proxies.ts'
import { startService } from '#service/start.ts'
import { createWorld, type World } from '#world/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** A proxy that writes its peer's address behind what the peer has told, or passes on what was told. */
async function startProxy(target: string, { appends = true, peer = '198.51.100.7' } = {}): Promise<string> {
  const server = createServer((message, response) => {
    const told = message.headers['x-forwarded-for']
    const headers = { ...message.headers, ...(appends && { 'x-forwarded-for': told ? `${told}, ${peer}` : peer }) }
    message.pipe(
      request(new URL(message.url ?? '/', target), { headers, method: message.method }, (reply) => {
        response.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(response)
      }),
    )
  })
  onTestFinished(() => void server.close().closeAllConnections())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** The outcome of the check for a node that believes so many proxies, behind the given ones. */
async function says(trustProxy: number, proxies: readonly { appends?: boolean; peer?: string }[]) {
  const { config, clock, mail, log } = world.running.ctx
  const node = await startService({ ...config, trustProxy, port: 0 }, { clock, mail, log })
  onTestFinished(() => node.close())
  let origin = node.address
  for (const proxy of proxies) origin = await startProxy(origin, proxy)
  const [found] = await checkProxies({ ...config, origin, production: true })
  return [found?.isFine, found?.says]
}

const inner = { peer: '10.0.0.4' }

test('tells whether each visitor counts by an address of their own', async () => {
  expect([
    await says(1, [{}]),
    await says(2, [inner, {}]),
    await says(0, [{}]),
    await says(1, [inner, {}]),
    await says(1, []),
    await says(2, [{}]),
    await says(1, [{ appends: false }]),
  ]).toEqual([
    [true, 'this machine counts as 198.51.100.7'],
    [true, 'this machine counts as 198.51.100.7'],
    [false, expect.stringContaining('every visitor counts as 127.0.0.1')],
    [false, expect.stringContaining('every visitor counts as 10.0.0.4')],
    [false, expect.stringContaining('a visitor can choose an address')],
    [false, expect.stringContaining('a visitor can choose an address')],
    [false, expect.stringContaining('a visitor can choose an address')],
  ])
})

test('tells that the site does not answer, and checks nothing outside production', async () => {
  const { config } = world.running.ctx
  const [found] = await checkProxies({ ...config, origin: 'http://127.0.0.1:9', production: true })
  expect(found).toMatchObject({ isFine: false, says: 'http://127.0.0.1:9/healthz does not answer from here' })
  expect(await checkProxies(config)).toEqual([])
})

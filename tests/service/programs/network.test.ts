import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bindCode } from '#lib/contract/devices.ts'
import { failureReason, proxiesIn } from '#service/programs/network.ts'
import { createWorld, type World } from '#world/world.ts'

const program = fileURLToPath(new URL('../../../service/programs/miner/idleforge-miner.mjs', import.meta.url))

let world: World
const tunnels: string[] = []
/** A proxy that opens tunnels, as RFC 9110 9.3.6 says, and writes down for whom. */
const proxy = createServer().on('connect', ({ url = '' }: IncomingMessage, socket: Duplex) => {
  tunnels.push(url)
  const [host, port] = url.split(':')
  const target = connect(Number(port), host, () => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    socket.pipe(target).pipe(socket)
  })
  for (const [one, other] of [
    [socket, target],
    [target, socket],
  ] as const)
    one.on('error', () => other.destroy())
})
beforeAll(async () => {
  world = await createWorld()
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
})
afterAll(async () => {
  proxy.closeAllConnections()
  proxy.close()
  await world.close()
})
const proxyPort = () => (proxy.address() as AddressInfo).port

/** Binds a device, and ends when the program has said so. */
async function bind(name: string, env: Record<string, string>): Promise<void> {
  const { code } = await (await world.user()).call(bindCode, {})
  const args = ['--service', world.address, '--code', code, '--state', join(world.dataDir, name, 'miner.json')]
  const miner = spawn(process.execPath, [program, '--no-window', ...args, '--threads', '1', '--always'], {
    env: { ...process.env, ...env },
  })
  let output = ''
  miner.stdout.on('data', (text) => {
    output += text
    if (output.includes('Bound as')) miner.kill()
  })
  await once(miner, 'exit')
  expect(output).toContain('Bound as')
}

test('the miner binds through the proxy that the environment names, and past it where it is told to', async () => {
  const { host } = new URL(world.address)
  await bind('past', { HTTP_PROXY: `127.0.0.1:${proxyPort()}`, NO_PROXY: '127.0.0.1' })
  expect(tunnels).toEqual([])
  await bind('through', { HTTP_PROXY: `127.0.0.1:${proxyPort()}` })
  expect(tunnels).toContain(host)
})

test('the miner says that it is the proxy that does not answer', async () => {
  const args = ['--service', world.address, '--code', '7K4X2QXA', '--state', join(world.dataDir, 'none', 'miner.json')]
  const env = { ...process.env, HTTP_PROXY: 'http://127.0.0.1:10' }
  const miner = spawn(process.execPath, [program, '--no-window', ...args], { env })
  let output = ''
  miner.stdout.on('data', (text) => (output += text))
  await expect.poll(() => output).toContain('connect ECONNREFUSED 127.0.0.1:10')
  miner.kill()
})

test.each([
  [{}, undefined],
  [{ HTTP_PROXY: '' }, undefined],
  [{ HTTP_PROXY: 'http://proxy.example:3128' }, { http_proxy: 'http://proxy.example:3128', no_proxy: '' }],
  [
    { https_proxy: 'proxy.example:3128', HTTPS_PROXY: 'http://other.example', NO_PROXY: 'localhost' },
    { https_proxy: 'http://proxy.example:3128', no_proxy: 'localhost' },
  ],
])('reads the proxies of %j', (env, proxies) => expect(proxiesIn(env)).toEqual(proxies))

test.each([
  [new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') }), 'connect ECONNREFUSED'],
  [new TypeError('fetch failed', { cause: new AggregateError([new Error('first'), new Error('second')]) }), 'first'],
  [new Error('plain'), 'plain'],
  ['text', 'text'],
])('tells the innermost reason', (error, why) => expect(failureReason(error)).toBe(why))

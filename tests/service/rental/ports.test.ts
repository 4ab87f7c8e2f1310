import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addGpuKey,
  closePort,
  gpuList,
  publishPort,
  type Rental,
  releaseGpu,
  rentalDetail,
  setRentalKeys,
} from '#lib/contract/gpu.ts'
import { MAX_PUBLISHED_PORTS } from '#lib/rules/gpu.ts'
import { followOrders, fund, keyOf, listMachine, type Machine, openMachine, rentAs } from '#world/gpu.ts'
import { connectSsh, copyInto, type Host, newKeyPair, type SshSession, startHost } from '#world/host.ts'
import { freePort } from '#world/ports.ts'
import { until } from '#world/until.ts'
import type { User } from '#world/visitor.ts'
import { createWorld, type World } from '#world/world.ts'

/** Published ports of a rental, through the gateway and the host's own program. */

let world: World
let user: User
let machine: Machine
let host: Host
let rental: Rental
let inside: SshSession
let webPort: number
let port: number
const [first, second] = [newKeyPair(), newKeyPair()]
const keyIds: string[] = []

/** A web program of a renter: pages, a stream, an upload, cookies, an echo over an upgraded connection. */
const PROGRAM = `
const server = require('node:http').createServer(async (request, response) => {
  if (request.url === '/stream') { response.write('first'); return }
  if (request.url === '/cookie')
    response.setHeader('set-cookie', ['a=1; Domain=ports.test; Path=/', 'b=2; HttpOnly'])
  let size = 0
  for await (const chunk of request) size += chunk.length
  response.end(JSON.stringify({ url: request.url, method: request.method, size, headers: request.headers }))
})
server.on('upgrade', (request, socket, head) => {
  socket.write('HTTP/1.1 101 Switching Protocols\\r\\nconnection: Upgrade\\r\\nupgrade: websocket\\r\\n\\r\\n')
  socket.write(head)
  socket.pipe(socket)
})
server.listen(Number(process.argv[1]), '127.0.0.1')`

beforeAll(async () => {
  const gatewayPort = await freePort([0, 1, 2])
  webPort = await freePort()
  port = await freePort()
  world = await createWorld({
    settings: {
      GATEWAY_PORTS: `${gatewayPort}-${gatewayPort + 2}`,
      GATEWAY_LINE_PORT: '0',
      GATEWAY_WEB: 'https://*.ports.test',
      GATEWAY_WEB_PORT: String(webPort),
    },
  })
  user = await world.user()
  await fund(world, user, '20')
  for (const key of [first, second])
    keyIds.push((await user.call(addGpuKey, { name: `Key ${keyIds.length}`, key: key.public })).id)
  machine = await listMachine(world, `--owner ${user.info.username}`)
  // Measuring takes all processors for seconds.
  await world.query('update gpus set benchmark_at = $2 where id = $1', [machine.id, new Date(world.clock.now())])
  host = startHost(world.address, machine.token)
  await until(async () => (await user.call(gpuList, { page: 1 })).records[0]?.state === 'free' || undefined)
  rental = (await rentAs(user, machine, { keyIds: keyIds.slice(0, 1) })).rental
  const access = await until(async () => (await detail()).rental.access ?? undefined)
  inside = await until(() => connectSsh({ access }, first).catch(() => undefined))
  copyInto((await inside.run('pwd')).out.trim(), process.execPath)
  await inside.run(`nohup setsid ./node -e '${PROGRAM.replaceAll("'", `'\\''`)}' ${port} > log 2>&1 &`)
})
afterAll(async () => {
  await host.close()
  await world.close()
})

const detail = () => user.call(rentalDetail, { rentalId: rental.id })
const publish = (of = port) => user.call(publishPort, { rentalId: rental.id, port: of })
const hostOf = (url = '') => new URL(url).hostname

interface Reply {
  status: number | undefined
  text: string
  headers: IncomingMessage['headers']
}

/** A request as the balancer sends it on. */
const get = (name: string, at = '/', options: { method?: string; body?: Buffer; headers?: object } = {}) =>
  new Promise<Reply>((resolve, reject) => {
    const headers = { ...options.headers, host: name }
    const sent = request({ port: webPort, path: at, method: options.method ?? 'GET', headers }, async (reply) => {
      let text = ''
      for await (const chunk of reply) text += String(chunk)
      resolve({ status: reply.statusCode, text, headers: reply.headers })
    })
    sent.on('error', reject)
    sent.end(options.body)
  })
const seen = ({ text }: Reply) => JSON.parse(text) as { url: string; size: number; headers: Record<string, string> }

test('a rental has no published port at first, and one that is published has an address of its own', async () => {
  expect((await detail()).ports).toEqual([])
  const { ports } = await publish()
  expect(ports).toEqual([
    { port, url: expect.stringMatching(new RegExp(`^https://${port}-[a-z0-9]{20}\\.ports\\.test/$`)) },
  ])
  // The same again changes nothing.
  expect(await publish()).toEqual({ ports })
  expect((await detail()).ports).toEqual(ports)
})

const name = async () => hostOf((await detail()).ports?.find((one) => one.port === port)?.url)

test('requests reach the program in the rental, with their body, and its answers come back', async () => {
  const at = await name()
  await expect.poll(async () => (await get(at)).status).toBe(200)
  const body = Buffer.alloc(2_000_000, 'x')
  const reply = await get(at, '/a?b=c', { method: 'POST', body, headers: { 'x-own': '1', 'x-forwarded-proto': 'ftp' } })
  expect(seen(reply)).toMatchObject({
    ...{ url: '/a?b=c', method: 'POST', size: 2_000_000 },
    headers: { 'x-own': '1', host: at, 'x-forwarded-proto': 'https', 'x-forwarded-host': at },
  })
  // Never indexed, and a cookie holds for this name alone.
  const cookies = await get(at, '/cookie')
  expect(cookies.headers['x-robots-tag']).toBe('noindex, nofollow')
  expect(cookies.headers['set-cookie']).toEqual(['a=1; Path=/', 'b=2; HttpOnly'])
  const many = await Promise.all(Array.from({ length: 40 }, (_, index) => get(at, `/${index}`)))
  expect(many.map((one) => seen(one).url)).toEqual(Array.from({ length: 40 }, (_, index) => `/${index}`))
})

/** The end of a stream, by an error too. */
const endOf = (stream: Readable) =>
  new Promise<void>((resolve) => {
    stream.on('error', () => undefined)
    stream.on('close', () => resolve())
    stream.resume()
  })

/** The first bytes of a response that goes on. */
async function open(
  at: string,
  url: string,
  headers: object = {},
): Promise<{ reply: IncomingMessage; socket: Socket }> {
  const sent = request({ port: webPort, path: url, headers: { ...headers, host: at } })
  sent.end()
  const [reply, socket] = (await Promise.race([once(sent, 'response'), once(sent, 'upgrade')])) as [
    IncomingMessage,
    Socket | undefined,
  ]
  return { reply, socket: socket ?? reply.socket }
}

test('a stream comes as it is written, and a WebSocket goes both ways', async () => {
  const { reply } = await open(await name(), '/stream')
  expect(String((await once(reply, 'data'))[0])).toBe('first')
  reply.destroy()
  const { reply: switched, socket } = await open(await name(), '/ws', { connection: 'Upgrade', upgrade: 'websocket' })
  expect(switched.statusCode).toBe(101)
  socket.write('there and back')
  expect(String((await once(socket, 'data'))[0])).toBe('there and back')
  socket.destroy()
})

test('what cannot be reached says why, in the reader’s language', async () => {
  const { ports } = await publish(9)
  const silent = hostOf(ports.find((one) => one.port === 9)?.url)
  const stranger = `${port}-${'a'.repeat(20)}.ports.test`
  expect(await get(silent)).toMatchObject({ status: 502, text: expect.stringContaining('No program responds') })
  for (const unknown of [stranger, 'ports.test', 'other.example', `${await name()}.example`])
    expect(await get(unknown), unknown).toMatchObject({ status: 404, text: expect.stringContaining('nothing at this') })
  const chinese = await get(stranger, '/', { headers: { 'accept-language': 'zh-CN,zh;q=0.9' } })
  expect(chinese.text).toContain('此地址没有内容')
})

test('ports are limited, and nobody publishes one of another’s rental', async () => {
  const others = await world.user()
  for (const call of [publishPort, closePort])
    await expect(others.call(call, { rentalId: rental.id, port: 80 })).rejects.toMatchObject({
      reason: 'RENTAL_UNKNOWN',
    })
  const { ports } = await publish(10)
  for (let next = 11; ports.length + next - 11 < MAX_PUBLISHED_PORTS; next += 1) await publish(next)
  await expect(publish(1000)).rejects.toMatchObject({ reason: 'TOO_MANY_PORTS' })
  const left = await user.call(closePort, { rentalId: rental.id, port: 10 })
  expect(left.ports.map((one) => one.port)).not.toContain(10)
  await publish(1000)
})

test('a machine with an address of its own publishes none', async () => {
  const direct = await openMachine(world, '--address ssh.example:2222')
  const other = (await rentAs(user, direct)).rental
  expect((await user.call(rentalDetail, { rentalId: other.id })).ports).toBeNull()
  await followOrders(world, direct)
  expect((await user.call(rentalDetail, { rentalId: other.id })).ports).toBeNull()
  await expect(user.call(publishPort, { rentalId: other.id, port: 80 })).rejects.toMatchObject({
    reason: 'PORTS_UNAVAILABLE',
  })
})

test('a port that is closed ends its connections, and gets another address later', async () => {
  const at = await name()
  const { reply } = await open(at, '/stream')
  const ended = endOf(reply)
  await user.call(closePort, { rentalId: rental.id, port })
  await ended
  expect((await get(at)).status).toBe(404)
  await publish()
  expect(await name()).not.toBe(at)
  expect((await get(await name())).status).toBe(200)
})

test('keys are exchanged while it runs: the new one opens it, and the old one is disconnected', async () => {
  expect((await detail()).keyIds).toEqual(keyIds.slice(0, 1))
  const stranger = await world.user()
  const chosen = { rentalId: rental.id, keyIds: keyIds.slice(1) }
  await expect(stranger.call(setRentalKeys, chosen)).rejects.toMatchObject({ reason: 'RENTAL_UNKNOWN' })
  await expect(user.call(setRentalKeys, { ...chosen, keyIds: [await keyOf(stranger)] })).rejects.toMatchObject({
    reason: 'KEY_UNKNOWN',
  })
  expect(await user.call(setRentalKeys, chosen)).toEqual({ keyIds: keyIds.slice(1) })
  await inside.closed
  const { access } = (await detail()).rental
  await expect(connectSsh({ access }, first)).rejects.toThrow()
  inside = await connectSsh({ access }, second)
  expect((await inside.run('cat log')).code).toBe(0)
})

test('the end of the rental closes all its ports', async () => {
  const at = await name()
  const { socket } = await open(at, '/ws', { connection: 'Upgrade', upgrade: 'websocket' })
  const ended = endOf(socket)
  await user.call(releaseGpu, { rentalId: rental.id })
  await ended
  expect((await get(at)).status).toBe(404)
  expect((await detail()).ports).toBeNull()
  await expect(publish()).rejects.toMatchObject({ reason: 'RENTAL_OVER' })
  expect(await world.query('select from gpu_ports where rental_id = $1', [rental.id])).toEqual([])
})

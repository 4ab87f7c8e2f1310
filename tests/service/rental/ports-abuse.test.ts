import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { closePort, publishPort, type Rental } from '#lib/contract/gpu.ts'
import { sign } from '#service/programs/host/benchmark.ts'
import { tendRentals } from '#service/rental/jobs.ts'
import { followOrders, fund, type Machine, openMachine, rentAs } from '#world/gpu.ts'
import { freePort } from '#world/ports.ts'
import { until } from '#world/until.ts'
import type { User } from '#world/visitor.ts'
import { createWorld, type World } from '#world/world.ts'

/** Visitors, programs and hosts that do to the gateway of published ports what none should. */

let world: World
let user: User
let machine: Machine
let rental: Rental
let webPort: number
let linePort: number
let program: Server
const sockets = new Set<Socket>()
/** Lines of the host that wait. */
const lines = new Set<Socket>()
/** Requests that the program in the rental has seen. */
let seen: { url: string; headers: IncomingHttpHeaders }[] = []
/** Whether the host keeps lines. */
let offers = true

beforeAll(async () => {
  const gatewayPort = await freePort([0, 1, 2])
  webPort = await freePort()
  linePort = await freePort()
  world = await createWorld({
    settings: {
      GATEWAY_PORTS: `${gatewayPort}-${gatewayPort + 2}`,
      GATEWAY_LINE_PORT: String(linePort),
      GATEWAY_WEB: 'https://*.ports.test',
      GATEWAY_WEB_PORT: String(webPort),
    },
  })
  program = createServer((request, response) => {
    seen.push({ url: request.url ?? '', headers: request.headers })
    request.resume().on('end', () => response.end('page'))
  })
  program.on('upgrade', (request, socket) => {
    seen.push({ url: request.url ?? '', headers: request.headers })
    const cookie = 'set-cookie: a=1; Domain=ports.test\r\n'
    if (request.url === '/no') {
      // It ignores the wish, and keeps the connection for further requests.
      socket.write(`HTTP/1.1 200 OK\r\n${cookie}content-length: 2\r\n\r\nno`)
      socket.on('data', (chunk: Buffer) => seen.push({ url: chunk.toString('latin1'), headers: {} }))
      return
    }
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${cookie}connection: Upgrade\r\nupgrade: websocket\r\n\r\nhello`)
    socket.on('error', () => socket.destroy())
    socket.pipe(socket)
  })
  program.listen(0, '127.0.0.1')
  await once(program, 'listening')
  user = await world.user()
  await fund(world, user, '20')
  machine = await openMachine(world)
  rental = (await rentAs(user, machine, { hours: 1 })).rental
  await followOrders(world, machine)
  for (let count = 0; count < 4; count += 1) holdLine()
})
afterAll(async () => {
  closed = true
  for (const socket of sockets) socket.destroy()
  program.close()
  await world.close()
})
beforeEach(() => {
  seen = []
})

let closed = false
const track = (socket: Socket) => {
  sockets.add(socket)
  socket.on('error', () => socket.destroy())
  socket.on('close', () => sockets.delete(socket))
  return socket
}

/** A line of the machine's host, which is replaced when it is used. */
function holdLine(): void {
  if (closed) return
  if (!offers) return void setTimeout(holdLine, 20)
  const line = track(connect(linePort, '127.0.0.1'))
  let isUsed = false
  lines.add(line)
  line.on('close', () => {
    lines.delete(line)
    if (!isUsed) setTimeout(holdLine, 20)
  })
  line.on('data', function greet(chunk: Buffer) {
    const text = chunk.toString('latin1')
    const [, nonce] = /^idleforge-gateway 1 (\S+)\n/.exec(text) ?? []
    if (nonce !== undefined) line.write(`${machine.id} ${sign(machine.token, nonce)}\n`)
    if (!text.startsWith('port ')) return
    isUsed = true
    lines.delete(line)
    line.off('data', greet)
    const inside = track(connect((program.address() as AddressInfo).port, '127.0.0.1'))
    inside.on('close', () => line.destroy())
    line.on('close', () => inside.destroy())
    line.write('connected\n')
    line.pipe(inside).pipe(line)
    holdLine()
  })
}

/** Drops the waiting lines, and offers none until `offers` is set again. */
async function withoutLines(): Promise<void> {
  offers = false
  for (const line of lines) line.destroy()
  await until(async () => lines.size === 0 || undefined)
}

const publish = async (port: number) => {
  const { ports } = await user.call(publishPort, { rentalId: rental.id, port })
  return new URL(ports.find((one) => one.port === port)?.url ?? '').hostname
}

/** A connection of a visitor, with all that has come on it. */
function visit(...lines: string[]) {
  const socket = track(connect(webPort, '127.0.0.1'))
  const came = { text: '', socket, ended: once(socket, 'close') }
  socket.on('data', (chunk: Buffer) => {
    came.text += chunk.toString('latin1')
  })
  socket.write(lines.join('\r\n'))
  return came
}

test.each([
  ['content-length', 'Content-Length: 45', 'GET /hidden HTTP/1.1\r\nHost: other.example\r\n\r\n'],
  [
    'transfer-encoding',
    'Transfer-Encoding: chunked',
    '2d\r\nGET /hidden HTTP/1.1\r\nHost: other.example\r\n\r\n\r\n0\r\n\r\n',
  ],
])('a request whose connection names its %s hides no second one in its body', async (name, length, body) => {
  const at = await publish(80)
  const first = visit('GET /shown HTTP/1.1', `Host: ${at}`, `Connection: keep-alive, ${name}`, length, '', body)
  await expect.poll(() => first.text).toContain('page')
  first.socket.destroy()
  // The next visitor uses the same connection into the rental.
  const next = visit('GET /next HTTP/1.1', `Host: ${at}`, 'Connection: close', '', '')
  await next.ended
  expect(seen.map(({ url }) => url)).toEqual(['/shown', '/next'])
})

const wish = (at: string, url: string) => [
  ...[`GET ${url} HTTP/1.1`, `Host: ${at}`, 'Connection: Upgrade', 'Upgrade: websocket'],
  ...['X-Forwarded-For: 10.0.0.1', '', ''],
]

test('a WebSocket sets no cookie for the domain of all rentals', async () => {
  const came = visit(...wish(await publish(80), '/ws'))
  await expect.poll(() => came.text).toContain('hello')
  expect(came.text).toMatch(/^HTTP\/1\.1 101 .*\r\n/)
  expect(came.text).toMatch(/upgrade: websocket\r\n/i)
  expect(came.text).toMatch(/set-cookie: a=1\r\n/i)
  came.socket.write('and back')
  await expect.poll(() => came.text).toContain('and back')
  came.socket.destroy()
})

test('a program that does not switch gets no further requests past the gateway', async () => {
  const at = await publish(80)
  const came = visit(...wish(at, '/no'))
  await expect.poll(() => came.text).toMatch(/\r\n\r\nno$/)
  came.socket.write(`GET /forged HTTP/1.1\r\nHost: ${at}\r\nX-Forwarded-For: 10.0.0.1\r\n\r\n`)
  await came.ended
  expect(came.text).toMatch(/set-cookie: a=1\r\n/i)
  expect(seen.map(({ url }) => url)).toEqual(['/no'])
})

test('visitors who come at once get no more connections into a port than one after the other', async () => {
  await withoutLines()
  const at = await publish(83)
  const all = Array.from({ length: 80 }, () => visit(...wish(at, '/ws')))
  await expect.poll(() => all.every(({ socket }) => socket.readyState === 'open')).toBe(true)
  offers = true
  await Promise.all(
    all.map(({ text: _text, ...one }, index) =>
      until(async () => all[index]?.text.includes('hello') || one.socket.destroyed || undefined),
    ),
  )
  expect(all.filter(({ text }) => text.includes('hello'))).toHaveLength(64)
  for (const { socket } of all) socket.destroy()
})

test('a port that is closed while a visitor waits for a line is not entered', async () => {
  const at = await publish(81)
  const inside = visit(...wish(at, '/ws'))
  await expect.poll(() => inside.text).toContain('hello')
  await withoutLines()
  const waiting = visit(...wish(at, '/late'))
  await expect.poll(() => waiting.socket.readyState).toBe('open')
  await user.call(closePort, { rentalId: rental.id, port: 81 })
  // The gateway has noticed.
  await inside.ended
  offers = true
  await waiting.ended
  expect(waiting.text).not.toContain('101')
  expect(seen.map(({ url }) => url)).toEqual(['/ws'])
})

test('a rental that ends by its term leaves no address behind', async () => {
  await publish(80)
  for (let minutes = 0; minutes <= 60; minutes += 2) {
    world.clock.advance(120)
    await followOrders(world, machine)
    await tendRentals(world.running.ctx)
  }
  expect(await world.query('select reason from gpu_rentals where id = $1', [rental.id])).toEqual([{ reason: 'term' }])
  expect(await world.query('select from gpu_ports where rental_id = $1', [rental.id])).toEqual([])
})

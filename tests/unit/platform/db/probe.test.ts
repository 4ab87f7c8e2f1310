import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { assertWritable } from '#service/platform/db/breaker.ts'
import { isUnavailable } from '#service/platform/db/unavailable.ts'

const message = (type: string, ...body: number[]) =>
  Buffer.from([type.charCodeAt(0), 0, 0, 0, body.length + 4, ...body])
/** Messages of PostgreSQL's protocol: AuthenticationOk and ReadyForQuery; RowDescription of one boolean, its row, and the end. */
const WELCOME = Buffer.concat([message('R', 0, 0, 0, 0), message('Z', 0x49)])
const name = [...Buffer.from('is_writable\0')]
const WRITABLE = Buffer.concat([
  message('T', 0, 1, ...name, 0, 0, 0, 0, 0, 0, 0, 0, 0, 16, 0, 1, 255, 255, 255, 255, 0, 0),
  message('D', 0, 1, 0, 0, 0, 1, 't'.charCodeAt(0)),
  message('C', ...Buffer.from('SELECT 1\0')),
  message('Z', 0x49),
])

const { signal } = new AbortController()
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

/** A client of a server that lets it in, and answers its first statement so. */
async function createClient(answer: (socket: Socket) => void) {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.push(socket)
    socket.once('data', () => {
      socket.write(WELCOME)
      socket.once('data', () => answer(socket))
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  server.unref()
  return new pg.Client({ host: '127.0.0.1', port, user: 'one', password: 'none', database: 'one' })
}

test('a server that ends while it is probed is away, and does not end the process', async () => {
  const client = await createClient((socket) => socket.resetAndDestroy())
  // An event `error` without a listener is an uncaught exception, which fails the run.
  const error: unknown = await assertWritable(client, { silentMs: 50, signal }).catch((reason: unknown) => reason)
  expect(isUnavailable(error)).toBe(true)
})

test('a server that falls silent once it has answered does not hold the probe', async () => {
  const client = await createClient((socket) => void socket.write(WRITABLE))
  expect(await assertWritable(client, { silentMs: 50, signal })).toBeUndefined()
})

test('a probe of a silent server ends at once with its pool', async () => {
  const ended = new AbortController()
  const client = await createClient(() => ended.abort())
  const error: unknown = await assertWritable(client, { silentMs: 600_000, signal: ended.signal }).catch(
    (e: unknown) => e,
  )
  expect(isUnavailable(error)).toBe(true)
})

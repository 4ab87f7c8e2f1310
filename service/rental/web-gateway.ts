import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Context } from '#service/platform/context.ts'
import { readFirstLine } from '#service/platform/first-line.ts'
import { clientAddress, trustOf } from '#service/platform/http/client-address.ts'
import type { GatewaySettings } from '#service/platform/settings/gateway.ts'
import { type Header, requestHeaders, responseHeaders } from './proxied-headers.ts'
import { type PublishedPort, publishedPorts } from './published-ports.ts'
import { sendFailure } from './web-failures.ts'

/** Connections into one published port at once, and of the whole node. */
const MAX_OF_PORT = 64
const MAX_CONNECTIONS = 10_000
/** A page keeps its connection into the rental for this long between requests. */
const IDLE_MS = 60_000
/** A connection of a program in the rental that does not come about in this time has failed. */
const CONNECT_MS = 15_000

type Failure = 'unknown' | 'silent' | 'offline' | 'busy'

/** A request that cannot reach its program, with the reason that its page shows. */
class UnreachableError extends Error {
  override name = 'UnreachableError'
  readonly reason: Failure
  constructor(reason: Failure) {
    super(reason)
    this.reason = reason
  }
}

export interface WebGatewayParts {
  ctx: Context
  /** A waiting line of a machine's host; undefined where none comes. */
  takeLine(of: Pick<PublishedPort, 'machineId' | 'tokenHash'>): Promise<Socket | undefined>
}

interface Upstream {
  published: PublishedPort
  agent: Agent
  sockets: Set<Duplex>
  /** Connections into the port, and those that wait for a line. */
  connections: number
  /** The port is published no more. */
  isClosed: boolean
}

export interface WebGateway {
  /** Ends the connections of ports that are published no more. */
  sync(): Promise<void>
  stop(): void
}

/** Opens a connection to a published port, through its machine's host. */
async function connectTo({ takeLine }: WebGatewayParts, upstream: Upstream): Promise<Socket> {
  const { published, sockets } = upstream
  if (upstream.connections >= MAX_OF_PORT) throw new UnreachableError('busy')
  upstream.connections += 1
  const line = await takeLine(published)
  if (!line) {
    upstream.connections -= 1
    throw new UnreachableError('offline')
  }
  sockets.add(line)
  line.on('close', () => {
    upstream.connections -= 1
    sockets.delete(line)
  })
  if (upstream.isClosed) {
    line.destroy()
    throw new UnreachableError('unknown')
  }
  const timeout = setTimeout(() => line.destroy(), CONNECT_MS)
  line.write(`port ${published.rentalId} ${published.port}\n`)
  const answer = await readFirstLine(line)
  clearTimeout(timeout)
  if (answer === 'connected') return line
  line.destroy()
  throw new UnreachableError(answer === 'refused' ? 'silent' : 'offline')
}

/** Keeps connections into one port open between requests. */
class PortAgent extends Agent {
  readonly #connect: () => Promise<Socket>
  constructor(connect: () => Promise<Socket>) {
    super({ keepAlive: true, maxSockets: MAX_OF_PORT, timeout: IDLE_MS })
    this.#connect = connect
  }
  override createConnection(...args: Parameters<Agent['createConnection']>): undefined {
    const [, done] = args
    this.#connect().then(
      (socket) => done?.(null, socket),
      (error: Error) => done?.(error, undefined as never),
    )
  }
}

/**
 * Serves published ports of rentals: the label of a request's host name tells the port, and the request travels on a line of the
 * machine's host (ADR-176). HTTP and WebSockets; TLS ends at the balancer. Returns undefined where the port is in use.
 */
export async function startWebGateway(
  parts: WebGatewayParts,
  { pattern, port }: NonNullable<GatewaySettings['web']>,
): Promise<WebGateway | undefined> {
  const { ctx } = parts
  const upstreams = new Map<string, Upstream>()
  const suffix = new URL(pattern.replace('*', 'name')).hostname.slice('name'.length)

  async function upstreamOf(message: IncomingMessage): Promise<Upstream> {
    const [name = ''] = (message.headers.host ?? '').toLowerCase().split(':')
    const label = name.endsWith(suffix) ? name.slice(0, -suffix.length) : ''
    if (!/^\d{1,5}-[a-z0-9]{20}$/.test(label)) throw new UnreachableError('unknown')
    const [published] = await publishedPorts(ctx.db, [label])
    if (!published) throw new UnreachableError('unknown')
    const known = upstreams.get(label)
    if (known) return known
    const upstream: Upstream = {
      published,
      agent: new PortAgent(() => connectTo(parts, upstream)),
      sockets: new Set(),
      connections: 0,
      isClosed: false,
    }
    upstreams.set(label, upstream)
    return upstream
  }

  const isTrusted = trustOf(ctx.config.trustProxy)
  const forwardedOf = (message: IncomingMessage) => ({
    protocol: new URL(pattern.replace('*', 'name')).protocol.slice(0, -1),
    address: clientAddress(message, isTrusted),
  })

  // A body would stand between the request and the bytes of the other protocol.
  const options = { requestTimeout: 0, keepAliveTimeout: 65_000, shouldUpgradeCallback: hasNoBody }
  const server = createServer(options, (message, response) => {
    upstreamOf(message)
      .then((upstream) => pass(upstream, { message, response, forwarded: forwardedOf(message) }))
      .catch((error: unknown) => fail(message, response, error))
  })
  server.maxConnections = MAX_CONNECTIONS
  server.on('upgrade', (message, socket, head) => {
    socket.on('error', () => socket.destroy())
    upstreamOf(message)
      .then((upstream) => upgrade(parts, upstream, { message, socket, head, forwarded: forwardedOf(message) }))
      .catch(() => refuseUpgrade(socket))
  })
  server.on('clientError', (_error, socket) => socket.destroy())
  server.listen(port, ctx.config.host)
  try {
    await once(server, 'listening')
  } catch (error) {
    ctx.log.error({ err: error, port }, 'published ports are not served: free the port or set another GATEWAY_WEB_PORT')
    return undefined
  }

  const drop = (label: string) => {
    const upstream = upstreams.get(label)
    upstreams.delete(label)
    if (!upstream) return
    upstream.isClosed = true
    upstream.agent.destroy()
    for (const socket of upstream.sockets) socket.destroy()
  }
  return {
    async sync() {
      // Others may be added while the database answers.
      const known = [...upstreams]
      if (known.length === 0) return
      const now = await publishedPorts(
        ctx.db,
        known.map(([label]) => label),
      )
      for (const [label, { published }] of known)
        if (!now.some((one) => one.label === label && one.tokenHash === published.tokenHash)) drop(label)
    },
    stop() {
      for (const label of [...upstreams.keys()]) drop(label)
      server.close()
      server.closeAllConnections()
    },
  }
}

interface Forwarded {
  protocol: string
  address: string
}

interface Exchange {
  message: IncomingMessage
  response: ServerResponse
  forwarded: Forwarded
}

const hasNoBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0

/** Sends a request on, and its response back, both as they come. */
function pass({ agent }: Upstream, { message, response, forwarded }: Exchange): void {
  const { method = 'GET', url = '/' } = message
  const headers = requestHeaders(message, forwarded).flat()
  const send = (isFirst: boolean) => {
    const upstream = request({ agent, method, path: url, headers, setHost: false, timeout: 0 }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.statusMessage, responseHeaders(reply).flat())
      // A stream of events has headers long before its first byte.
      response.flushHeaders()
      reply.pipe(response)
      reply.on('error', () => response.destroy())
      reply.on('aborted', () => response.destroy())
    })
    upstream.on('error', (error: NodeJS.ErrnoException) => {
      // The program has closed a connection that was kept, just when it was used again.
      const isStale = upstream.reusedSocket && error.code === 'ECONNRESET' && hasNoBody(message)
      if (isFirst && isStale && !response.headersSent) send(false)
      else fail(message, response, error)
    })
    response.on('close', () => upstream.destroy())
    upstream.on('socket', (socket: Socket) => socket.setTimeout(0))
    if (hasNoBody(message)) upstream.end()
    else message.pipe(upstream)
  }
  send(true)
}

function fail(message: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) return void response.destroy()
  sendFailure(message, response, error instanceof UnreachableError ? error.reason : 'silent')
}

interface Upgrade extends Pick<Exchange, 'message' | 'forwarded'> {
  socket: Duplex
  head: Buffer
}

/** Connects a WebSocket: after the program has switched, both sides send what they like. */
async function upgrade(parts: WebGatewayParts, upstream: Upstream, of: Upgrade): Promise<void> {
  const { message, socket, head, forwarded } = of
  const line = await connectTo(parts, upstream)
  if (socket.destroyed) return void line.destroy()
  upstream.sockets.add(socket)
  socket.on('close', () => {
    upstream.sockets.delete(socket)
    line.destroy()
  })
  const { method = 'GET', url = '/' } = message
  const headers = requestHeaders(message, { ...forwarded, isUpgrade: true }).flat()
  const sent = request({ createConnection: () => line, method, path: url, headers, setHost: false, timeout: IDLE_MS })
  sent.on('timeout', () => sent.destroy())
  sent.on('error', () => refuseUpgrade(socket))
  sent.on('upgrade', (reply, _line, rest) => {
    line.setTimeout(0)
    line.on('close', () => socket.destroy())
    line.on('error', () => line.destroy())
    socket.write(headOf(reply, [['connection', 'Upgrade'], ['upgrade', reply.headers.upgrade ?? 'websocket']]), 'latin1') // biome-ignore format: headers
    socket.write(rest)
    line.write(head)
    line.pipe(socket)
    socket.pipe(line)
  })
  // The program has not switched: this is its answer, and the last on this connection.
  sent.on('response', (reply) => {
    line.setTimeout(0)
    reply.on('error', () => socket.destroy())
    reply.on('aborted', () => socket.destroy())
    socket.write(headOf(reply, [['connection', 'close']]), 'latin1')
    reply.pipe(socket)
  })
  sent.end()
}

function headOf(reply: IncomingMessage, added: readonly Header[]): string {
  const lines = [...responseHeaders(reply), ...added].map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${reply.statusCode} ${reply.statusMessage}\r\n${lines.join('')}\r\n`
}

const refuseUpgrade = (socket: Duplex) =>
  socket.end('HTTP/1.1 502 Bad Gateway\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')

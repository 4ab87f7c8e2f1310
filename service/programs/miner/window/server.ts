import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Door, hostOf, originOf, pathThroughDoor } from './door.ts'
import { createTickets, randomSecret } from './tickets.ts'

const MAX_BODY_BYTES = 16_384

/** The answer of a route: a page, a value as JSON, or undefined where there is no such route. */
export type Answer = { html: string; policy: string } | { json: unknown } | undefined

export interface Routes {
  read(path: string): Promise<Answer>
  /** `body` is parsed JSON that nobody has checked. Throws a RefusedError where it makes no sense. */
  change(path: string, body: unknown): Promise<Answer>
}

/** The request came through the door, and asks for something impossible. */
export class RefusedError extends Error {
  override name = 'RefusedError'
}

export interface WindowServer extends Door {
  /** Address of the page. */
  address(): string
  /** Address that works once, within a minute, and leads to the page. */
  ticketAddress(): string
  close(): void
}

const security = {
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BODY_BYTES) throw new RefusedError('the request is too long')
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    throw new RefusedError('the request is no JSON')
  }
}

function send(response: ServerResponse, answer: Answer): void {
  if (!answer) response.writeHead(404, security).end()
  else if ('html' in answer)
    response
      .writeHead(200, {
        ...security,
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': answer.policy,
      })
      .end(answer.html)
  else
    response
      .writeHead(200, { ...security, 'content-type': 'application/json' })
      .end(JSON.stringify(answer.json ?? null))
}

/** Serves the window on a free port of the loopback address. Everything that does not pass the door gets an empty 404. */
export async function startServer(routes: Routes, onError: (error: unknown) => void): Promise<WindowServer> {
  const tickets = createTickets()
  const door: Door = { port: 0, secret: randomSecret() }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const ticket = /^\/([\w-]+)$/.exec(request.url ?? '')?.[1]
    if (ticket && request.method === 'GET' && request.headers.host === hostOf(door) && tickets.redeem(ticket)) {
      response.writeHead(303, { ...security, location: `/${door.secret}/` }).end()
      return
    }
    const path = pathThroughDoor(request, door)
    if (path === undefined) return send(response, undefined)
    if (request.method === 'GET') return send(response, await routes.read(path))
    const body = await readJson(request)
    if (path === 'ticket') send(response, { json: { ticket: tickets.issue() } })
    else send(response, await routes.change(path, body))
  }

  const server = http.createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (!(error instanceof RefusedError)) onError(error)
      response.writeHead(error instanceof RefusedError ? 400 : 500, { ...security, connection: 'close' }).end()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  door.port = (server.address() as AddressInfo).port
  return {
    ...door,
    address: () => `${originOf(door)}/${door.secret}/`,
    ticketAddress: () => `${originOf(door)}/${tickets.issue()}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

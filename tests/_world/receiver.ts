import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createOutbound, type OutboundClient } from '#service/platform/outbound.ts'

export interface Posted {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface Receiver {
  readonly url: string
  readonly posted: Posted[]
  /** Sets its replies from now on, or those of one path. */
  answer(status: number, path?: string): void
  close(): Promise<void>
}

/** A third party's server, on this machine. */
export async function openReceiver(): Promise<Receiver> {
  const posted: Posted[] = []
  let usual = 201
  const byPath = new Map<string, number>()
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    posted.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) })
    const status = byPath.get(request.url ?? '') ?? usual
    response.writeHead(status, status === 302 ? { location: 'http://127.0.0.1:1/' } : {}).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    posted,
    answer(status, path) {
      if (path === undefined) usual = status
      else byPath.set(path, status)
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** The service's outbound client, limited to this machine. */
export const createLoopbackOutbound = (): OutboundClient =>
  createOutbound({
    isPostable: (url) => new URL(url).hostname === '127.0.0.1',
    isPublic: (address) => address === '127.0.0.1',
  })

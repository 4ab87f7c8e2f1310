import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { FOREIGN_HOST_SENTENCE, FOREIGN_HOST_STATUS, isLoopbackHost } from './http/host-names.ts'

type Answer = (request: IncomingMessage, response: ServerResponse, url: URL) => unknown

export interface LocalServer {
  readonly address: string
  /** Sets the handler; requests wait until then. */
  serve(answer: Answer): void
  stop(): Promise<void>
}

const end = (response: ServerResponse, status: number, text: string): void => {
  if (response.headersSent) response.destroy()
  else response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text)
}

/**
 * A server on a free port of the loopback address, for this machine alone: it accepts only loopback names as Host, and an error
 * ends only its own request.
 */
export async function openLocalServer(onError: (error: unknown) => void = () => undefined): Promise<LocalServer> {
  const ready = Promise.withResolvers<Answer>()
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      // A client that disconnects during its request gets no reply, and nothing is wrong.
      if (!request.errored) onError(error)
      end(response, 500, 'This request failed.\n')
    })
  })
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isLoopbackHost(request.headers.host)) return end(response, FOREIGN_HOST_STATUS, FOREIGN_HOST_SENTENCE)
    const url = URL.parse(request.url ?? '/', address)
    if (url === null) return end(response, 400, 'This address cannot be read.\n')
    const answer = await ready.promise
    await answer(request, response, url)
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    address,
    serve: ready.resolve,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** Names that lead to this very machine whatever a name server says (RFC 6761, 6.3), and its loopback addresses. */
const LOOPBACK = /^(?:(?:[a-z0-9-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i

export const isLoopbackHost = (host: string | undefined): boolean => host !== undefined && LOOPBACK.test(host)

export const FOREIGN_HOST_STATUS = 421

/** Told to whoever has reached this machine by another name: a page of that name could read the answers (DNS rebinding). */
export const FOREIGN_HOST_SENTENCE = 'This address is for this machine alone: open it as localhost or 127.0.0.1.\n'

interface Check {
  isKnown(host: string | undefined, request: FastifyRequest): boolean
  sentence: string
}

/** Refuses requests whose Host header is not a known name of this server. */
export function refuseForeignHosts(app: FastifyInstance, { isKnown, sentence }: Check): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isKnown(request.headers.host, request)) done()
    else reply.code(FOREIGN_HOST_STATUS).type('text/plain; charset=utf-8').send(sentence)
  })
}

const nameOf = (host: string): string => host.replace(/:\d{1,5}$/, '').toLowerCase()

/** The address that a connection has reached, as a Host header writes it. */
function addressOf({ raw: { socket } }: FastifyRequest): string {
  const address = socket.localAddress?.replace(/^::ffff:(?=\d+\.)/, '') ?? ''
  return address.includes(':') ? `[${address}]` : address
}

/**
 * The service is known by loopback names, the name of `PUBLIC_ORIGIN`, and the address that the connection has reached, which
 * no name server can have chosen. In production whoever stands in front decides.
 */
export function checkHost(app: FastifyInstance, { production, origin }: Config): void {
  if (production) return
  const own = new URL(origin).hostname
  refuseForeignHosts(app, {
    isKnown: (host, request) =>
      host !== undefined && (isLoopbackHost(host) || [own, addressOf(request)].includes(nameOf(host))),
    sentence: 'The service does not know itself by this name. Set PUBLIC_ORIGIN to the address that you open.\n',
  })
}

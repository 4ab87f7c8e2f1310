import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/** Names that always resolve to this machine (RFC 6761, 6.3), and its loopback addresses. */
const LOOPBACK = /^(?:(?:[a-z0-9-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i

export const isLoopbackHost = (host: string | undefined): boolean => host !== undefined && LOOPBACK.test(host)

export const FOREIGN_HOST_STATUS = 421

/** Reply to requests by another name: a page of that name could read the replies (DNS rebinding). */
export const FOREIGN_HOST_SENTENCE = 'This address is for this machine alone: open it as localhost or 127.0.0.1.\n'

interface HostCheck {
  isKnown(host: string | undefined): boolean
  sentence: string
}

/** Refuses requests whose Host header is not a known name of this server. */
export function refuseForeignHosts(app: FastifyInstance, { isKnown, sentence }: HostCheck): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isKnown(request.headers.host)) done()
    else reply.code(FOREIGN_HOST_STATUS).type('text/plain; charset=utf-8').send(sentence)
  })
}

const nameOf = (host: string): string => host.replace(/:\d{1,5}$/, '').toLowerCase()

/** An IP address cannot be rebound: a page of another address is a page of another machine. */
const isAddress = (host: string): boolean => isIP(nameOf(host).replace(/^\[|\]$/g, '')) !== 0

/**
 * Whether a Host header names this service: outside production, by a loopback name, the name of `PUBLIC_ORIGIN`, or an IP address,
 * as in a home network. In production the reverse proxy decides.
 */
export function isOwnHost(host: string | undefined, { production, origin }: Config): boolean {
  if (production) return true
  if (host === undefined) return false
  return isLoopbackHost(host) || isAddress(host) || nameOf(host) === new URL(origin).hostname
}

export function checkHost(app: FastifyInstance, config: Config): void {
  refuseForeignHosts(app, {
    isKnown: (host) => isOwnHost(host, config),
    sentence: 'The service does not know itself by this name. Set PUBLIC_ORIGIN to the address that you open.\n',
  })
}

import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { BlockList, isIP, isIPv6 } from 'node:net'

/** Time limit of a request to a user's address, and the bytes of the reply that are read. */
const TIMEOUT_MS = 10_000
const MAX_BYTES = 64 * 1024

/** Networks that are not public (IANA special-purpose registries): our own machines may be there. */
const closed = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  closed.addSubnet(net, prefix, 'ipv4')
/** In IPv6 only the public range (2000::/3), without its special parts. */
const open6 = new BlockList()
open6.addSubnet('2000::', 3, 'ipv6')
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  closed.addSubnet(net, prefix, 'ipv6')

export function isPublicAddress(address: string): boolean {
  if (isIPv6(address)) return open6.check(address, 'ipv6') && !closed.check(address, 'ipv6')
  return isIP(address) === 4 && !closed.check(address, 'ipv4')
}

/** Whether a URL may be posted to, before its name is resolved. */
export function isPostable(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password, port } = new URL(text)
  const host = hostname.replace(/^\[|\]$/g, '')
  if (protocol !== 'https:' || username !== '' || password !== '') return false
  // Other ports belong to services that must not be posted to.
  if (port !== '' && port !== '8443') return false
  return isIP(host) === 0
    ? /\.[a-z0-9-]*[a-z][a-z0-9-]*$/i.test(host) && !/\.(local|internal|localhost)$/i.test(host)
    : isPublicAddress(host)
}

export interface OutboundClient {
  /** Posts to a user's URL. Throws where it is not allowed, and where nothing answers. */
  post(
    url: string,
    of: { headers: Record<string, string | number>; body: string | Buffer },
  ): Promise<{ status: number }>
  /** Whether a URL may be saved at all. */
  isPostable(url: string): boolean
}

/** The allowed targets; only a test or `allowLoopback` widens them. */
export interface OutboundRules {
  isPostable(url: string): boolean
  isPublic(address: string): boolean
}

const isLoopback = (host: string): boolean => ['localhost', '127.0.0.1', '::1'].includes(host)

/** For development: also allows this machine, on any port and without TLS. Production refuses the setting. */
export const allowLoopback: OutboundRules = {
  isPostable: (url) =>
    isPostable(url) || (/^https?:/i.test(url) && isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, ''))),
  isPublic: (address) => isPublicAddress(address) || isLoopback(address),
}

/**
 * A client for URLs that users enter, with protection against SSRF: the name is resolved once, all of its addresses must be
 * public, and the connection goes to one of the checked addresses, so that a changed DNS reply has no effect. Redirects are
 * not followed; they are failures.
 */
export function createOutbound(rules: OutboundRules = { isPostable, isPublic: isPublicAddress }): OutboundClient {
  async function addressesOf(hostname: string): Promise<LookupAddress[]> {
    const found = await lookup(hostname.replace(/^\[|\]$/g, ''), { all: true }).catch((error: Error) => {
      throw new Error(codeOf(error))
    })
    if (found.length === 0 || !found.every(({ address }) => rules.isPublic(address))) throw new Error('NOT_PUBLIC')
    return found
  }
  return {
    isPostable: (url) => rules.isPostable(url),
    async post(url, { headers, body }) {
      if (!rules.isPostable(url)) throw new Error('NOT_PUBLIC')
      const target = new URL(url)
      const pinned = await addressesOf(target.hostname)
      return send(target, { headers, body, pinned })
    },
  }
}

interface PostRequest {
  headers: Record<string, string | number>
  body: string | Buffer
  pinned: LookupAddress[]
}

function send(target: URL, { headers, body, pinned }: PostRequest): Promise<{ status: number }> {
  const client = target.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const request = client.request(
      target,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        agent: false,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        // Node.js tries the addresses in turn, and asks `lookup` for all of them. @types/node lacks this option of a connection.
        ...{ autoSelectFamily: true },
        lookup: (_host, _options, done) => done(null, pinned),
      },
      (response) => {
        let bytes = 0
        response.on('data', (part: Buffer) => {
          bytes += part.length
          if (bytes > MAX_BYTES) response.destroy()
        })
        response.on('close', () => resolve({ status: response.statusCode ?? 0 }))
        response.on('error', () => undefined)
      },
    )
    request.on('error', (error) => reject(new Error(codeOf(error))))
    request.end(body)
  })
}

/** The failure as a code that `service/messaging/notify/failures.ts` has texts for. */
function codeOf(error: Error & { code?: string }): string {
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'ETIMEDOUT'
  return error.code ?? 'ECONNRESET'
}

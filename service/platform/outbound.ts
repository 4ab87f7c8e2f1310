import { lookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { BlockList, isIP, isIPv6 } from 'node:net'

/** How long an address of a user's own may take, and how much of its answer is read. */
const TIMEOUT_MS = 10_000
const MAX_BYTES = 64 * 1024

/** Networks that are nobody's public address (IANA special-purpose registries): our own machines may stand there. */
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
/** Of IPv6 only what is given out as public (2000::/3), without the parts of it that lead elsewhere. */
const open6 = new BlockList()
open6.addSubnet('2000::', 3, 'ipv6')
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  closed.addSubnet(net, prefix, 'ipv6')

/** Whether an IP address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIPv6(address)) return open6.check(address, 'ipv6') && !closed.check(address, 'ipv6')
  return isIP(address) === 4 && !closed.check(address, 'ipv4')
}

/** Whether an address is one that we would ever post to, before its name is looked up. */
export function isPostable(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password, port } = new URL(text)
  const host = hostname.replace(/^\[|\]$/g, '')
  if (protocol !== 'https:' || username !== '' || password !== '') return false
  // Other ports are those of services that nobody meant to be posted to.
  if (port !== '' && port !== '8443') return false
  return isIP(host) === 0
    ? /\.[a-z0-9-]*[a-z][a-z0-9-]*$/i.test(host) && !/\.(local|internal|localhost)$/i.test(host)
    : isPublicAddress(host)
}

export interface OutboundClient {
  /** Posts to an address that a user has named; throws where it may not be reached, and where nothing answers. */
  post(
    url: string,
    of: { headers: Record<string, string | number>; body: string | Buffer },
  ): Promise<{ status: number }>
  /** Whether an address may be set at all. */
  isPostable(url: string): boolean
}

/** Where a test lets requests go; nothing else opens what is closed. */
export interface OutboundRules {
  isPostable(url: string): boolean
  isPublic(address: string): boolean
}

const isLoopback = (host: string): boolean => ['localhost', '127.0.0.1', '::1'].includes(host)

/** For development: this machine may be posted to as well, on any port and without TLS. Production refuses the setting. */
export const allowLoopback: OutboundRules = {
  isPostable: (url) =>
    isPostable(url) || (/^https?:/i.test(url) && isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, ''))),
  isPublic: (address) => isPublicAddress(address) || isLoopback(address),
}

/**
 * Requests to addresses that users name (SSRF). The name is looked up once, every address of it must be public, and the
 * connection goes to the one that was looked at: a name that changes its answer in between changes nothing. Nothing is
 * followed: an answer that leads elsewhere is a failure like any other.
 */
export function createOutbound(rules: OutboundRules = { isPostable, isPublic: isPublicAddress }): OutboundClient {
  async function addressOf(hostname: string): Promise<{ address: string; family: number }> {
    const found = await lookup(hostname.replace(/^\[|\]$/g, ''), { all: true }).catch((error: Error) => {
      throw new Error(codeOf(error))
    })
    const [first] = found
    if (!first || !found.every(({ address }) => rules.isPublic(address))) throw new Error('NOT_PUBLIC')
    return first
  }
  return {
    isPostable: (url) => rules.isPostable(url),
    async post(url, { headers, body }) {
      if (!rules.isPostable(url)) throw new Error('NOT_PUBLIC')
      const target = new URL(url)
      const pinned = await addressOf(target.hostname)
      return send(target, { headers, body, pinned })
    },
  }
}

interface PostRequest {
  headers: Record<string, string | number>
  body: string | Buffer
  pinned: { address: string; family: number }
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
        lookup: (_, options, done) => (options.all ? done(null, [pinned]) : done(null, pinned.address, pinned.family)),
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

/** What went wrong, as a code that `service/messaging/notify/failures.ts` has words for. */
function codeOf(error: Error & { code?: string }): string {
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'ETIMEDOUT'
  return error.code ?? 'ECONNRESET'
}

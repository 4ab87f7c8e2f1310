import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** Proxies that may tell for whom they pass a request on: how many stand in a row before the node, or their networks. */
export type TrustedProxies = number | readonly string[]

/** Whether the peer at an address, so many hops from this node, may tell the address before it. The node's own peer is hop 0. */
export type IsTrusted = (address: string, hop: number) => boolean

const NETWORK = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i

/** Parses `10.0.0.0/8` or an address; undefined for everything else. */
function parseNetwork(text: string): { address: string; bits: number; family: 'ipv4' | 'ipv6' } | undefined {
  const [, address = '', length] = NETWORK.exec(text) ?? []
  const version = isIP(address)
  if (version === 0) return undefined
  const max = version === 4 ? 32 : 128
  const bits = Number(length ?? max)
  return bits <= max ? { address, bits, family: version === 4 ? 'ipv4' : 'ipv6' } : undefined
}

export const isNetwork = (text: string): boolean => parseNetwork(text) !== undefined

/** An address as the socket or a proxy writes it, without brackets, port, zone and the prefix of IPv4 in IPv6. */
export function plainAddress(text: string): string {
  const bare = /^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ?? text.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
  return (bare.split('%')[0] ?? '').toLowerCase().replace(/^::ffff:(?=\d+\.)/, '')
}

export function trustOf(proxies: TrustedProxies): IsTrusted {
  if (typeof proxies === 'number') return (_, hop) => hop < proxies
  const known = new BlockList()
  for (const text of proxies) {
    const network = parseNetwork(text)
    if (network) known.addSubnet(network.address, network.bits, network.family)
  }
  return (text) => {
    const address = plainAddress(text)
    const version = isIP(address)
    return version !== 0 && known.check(address, version === 4 ? 'ipv4' : 'ipv6')
  }
}

/**
 * The address of a request's client: the first one that no trusted proxy told, from this node outwards. A client may write any
 * addresses to the left of it.
 */
export function clientAddress({ headers, socket }: IncomingMessage, isTrusted: IsTrusted): string {
  const told = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  const hops = [socket.remoteAddress ?? '', ...told.reverse()]
  return plainAddress(hops.find((address, hop) => !isTrusted(address, hop)) ?? (hops.at(-1) as string))
}

/** Eight groups of an IPv6 address, its `::` filled. */
export function groupsOf(address: string): string[] {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address)
  const [, before = '', a, b, c, d] = dotted ?? []
  const pair = (high: unknown, low: unknown) => (Number(high) * 256 + Number(low)).toString(16)
  const [head = '', tail] = (dotted ? `${before}${pair(a, b)}:${pair(c, d)}` : address).split('::')
  const parts = (text: string) => (text === '' ? [] : text.split(':'))
  const [front, back] = [parts(head), parts(tail ?? '')]
  const filled = tail === undefined ? front : [...front, ...Array(8 - front.length - back.length).fill('0'), ...back]
  return filled.map((group) => Number.parseInt(group, 16).toString(16))
}

/** NAT64 (RFC 6052): a translator gives every IPv4 client an address of this network. */
const NAT64 = /^64:ff9b:0:0:0:0:/

/**
 * The sources that a client's address belongs to, the narrowest first: an IPv4 address, or the /64 and the /56 of an IPv6 address. A
 * home has a /64 at least, often a /56, and as many addresses in it as it likes. Other texts are their own source.
 */
export function sourcesOf(text: string): [string] | [string, string] {
  const address = plainAddress(text)
  if (isIP(address) !== 6) return [address]
  const groups = groupsOf(address)
  if (NAT64.test(groups.join(':'))) {
    const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16))
    return [`${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`]
  }
  const [a, b, c, d = '0'] = groups
  const wide = Number.parseInt(d, 16) & 0xff00
  return [`${a}:${b}:${c}:${d}::/64`, `${a}:${b}:${c}:${wide.toString(16)}::/56`]
}

import type { IncomingMessage } from 'node:http'

/** Headers of one connection, which a proxy does not pass on (RFC 9110, 7.6.1). */
const OF_CONNECTION = [
  'connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection', 'te', 'trailer', 'upgrade',
] // biome-ignore format: a list of words reads better in rows
/** Headers without which the next side would read another message: none of one connection, even where `Connection` names them. */
const OF_MESSAGE = ['host', 'content-length', 'transfer-encoding']
/** Headers that tell a program where a request comes from: the gateway's own. */
const FORWARDED = /^(?:forwarded|x-forwarded-.*|x-real-ip)$/i

export type Header = [name: string, value: string]

/** Headers of a message as pairs, in their order, repeated ones too. */
export function pairsOf(raw: readonly string[]): Header[] {
  const pairs: Header[] = []
  for (let at = 0; at + 1 < raw.length; at += 2) pairs.push([raw[at] ?? '', raw[at + 1] ?? ''])
  return pairs
}

function withoutConnection(message: Pick<IncomingMessage, 'rawHeaders' | 'headers'>): Header[] {
  const named = (message.headers.connection ?? '').split(',').map((one) => one.trim().toLowerCase())
  const left = [...OF_CONNECTION, ...named.filter((name) => !OF_MESSAGE.includes(name))]
  return pairsOf(message.rawHeaders).filter(([name]) => !left.includes(name.toLowerCase()))
}

export interface Forwarding {
  protocol: string
  address: string
  isUpgrade?: boolean
}

/** Headers of a request for the program in the rental. The host name stays, by which programs check the origin of a WebSocket. */
export function requestHeaders(
  message: Pick<IncomingMessage, 'rawHeaders' | 'headers'>,
  { protocol, address, isUpgrade = false }: Forwarding,
): Header[] {
  const own = withoutConnection(message).filter(([name]) => !FORWARDED.test(name))
  const isHost = ([name]: Header) => name.toLowerCase() === 'host'
  // The first host name is the one whose port was looked up.
  const kept = own.filter((one) => !isHost(one) || one === own.find(isHost))
  return [
    ...kept,
    ...(isUpgrade ? ([['connection', 'Upgrade'], ['upgrade', message.headers.upgrade ?? 'websocket']] as Header[]) : []),
    ['x-forwarded-for', address],
    ['x-forwarded-host', message.headers.host ?? ''],
    ['x-forwarded-proto', protocol],
  ] // biome-ignore format: a list of headers
}

/** Headers of a response. A cookie holds for its own host name only: other rentals stand under the same domain. */
export function responseHeaders(message: Pick<IncomingMessage, 'rawHeaders' | 'headers'>): Header[] {
  const kept = withoutConnection(message).map(
    ([name, value]): Header =>
      name.toLowerCase() === 'set-cookie' ? [name, value.replace(/;\s*domain\s*=[^;]*/gi, '')] : [name, value],
  )
  // Node chooses the form of the body by the version that the client speaks.
  const own = ['x-robots-tag', 'transfer-encoding']
  return [...kept.filter(([name]) => !own.includes(name.toLowerCase())), ['x-robots-tag', 'noindex, nofollow']]
}

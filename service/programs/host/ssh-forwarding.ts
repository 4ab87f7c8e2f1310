import { type Duplex, finished } from 'node:stream'
import type { Connection, TcpipRequestInfo } from 'ssh2'
import type { Driver, Order } from './driver.ts'

/** Forwarded connections of one client at once. */
const MAX_FORWARDED = 128

/** Whether a destination is the rental itself. Everything else would be reached from the owner's network. */
export const isInside = (host: string): boolean =>
  ['localhost', 'ip6-localhost', '*', '0.0.0.0', '::', '::1', '[::1]', 'rental', ''].includes(host.toLowerCase()) ||
  /^127(?:\.\d{1,3}){3}$/.test(host)

export interface ForwardingOptions {
  driver: Driver
  order: Order
  isCurrent(): boolean
}

/** Serves `ssh -L`, `-W` and `-D` (direct-tcpip), into the rental only; `-R` and sockets stay refused. */
export function serveForwarding(client: Connection, { driver, order, isCurrent }: ForwardingOptions): void {
  const open = new Set<Duplex>()
  client.on('close', () => {
    for (const stream of open) stream.destroy()
  })
  client.on('tcpip', (accept, reject, { destIP, destPort }: TcpipRequestInfo) => {
    const isPort = Number.isInteger(destPort) && destPort > 0 && destPort < 65_536
    if (!isCurrent() || !isPort || !isInside(destIP) || open.size >= MAX_FORWARDED) return void reject()
    driver.connect(order, destPort).then(
      (stream) => {
        open.add(stream)
        stream.on('close', () => open.delete(stream))
        // The client may have left meanwhile.
        if (!isCurrent()) {
          stream.destroy()
          return void reject()
        }
        connectStreams(accept(), stream)
      },
      () => reject(),
    )
  })
}

/** Copies both ways; each direction ends by itself, and both end with either's failure. */
export function connectStreams(one: Duplex, other: Duplex): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.pipe(to)
    from.on('error', () => to.destroy())
    // Bytes that are still to be written are not lost with the side that they came from.
    from.on('close', () => (to.writableEnded ? finished(to, { readable: false }, () => to.destroy()) : to.destroy()))
  }
}

import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

export type Wire = Awaited<ReturnType<typeof createWire>>

/** The network to a server, which can fail: `url` is the server's address through it. */
export async function createWire(server: string) {
  const { hostname, port } = new URL(server)
  const pairs = new Set<readonly [Socket, Socket]>()
  let isDead = false
  let isCut = false
  let attempts = 0
  const listener = createServer((near) => {
    attempts += 1
    if (isCut) {
      near.on('error', () => undefined)
      near.resetAndDestroy()
      return
    }
    const far = connect(Number(port), hostname)
    const pair = [near, far] as const
    pairs.add(pair)
    for (const [one, other] of [pair, [far, near]] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => {
        other.destroy()
        pairs.delete(pair)
      })
      one.pipe(other)
    }
    if (isDead) freeze(pair)
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const url = new URL(server)
  url.host = `127.0.0.1:${(listener.address() as AddressInfo).port}`

  /** Drops everything silently. */
  function freeze([near, far]: readonly [Socket, Socket]): void {
    near.unpipe().pause()
    far.unpipe().pause()
  }

  return {
    url: url.href,
    /** Open connections are dead from here on; new ones too, until `heal`. */
    die() {
      isDead = true
      for (const pair of pairs) freeze(pair)
    },
    /** New connections work again, as when another machine has taken the address over. */
    heal() {
      isDead = false
      isCut = false
    },
    /** Resets every connection, and new ones too, until `heal`. */
    cut() {
      isCut = true
      for (const [near] of pairs) near.resetAndDestroy()
    },
    /** Connections that were asked for so far. */
    attempts: () => attempts,
    /** Resets every connection. */
    reset() {
      for (const [near] of pairs) near.resetAndDestroy()
    },
    close() {
      for (const [near] of pairs) near.destroy()
      return new Promise<void>((resolve) => listener.close(() => resolve()))
    },
  }
}

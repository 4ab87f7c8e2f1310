import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type Socket } from 'node:net'
import type { Context } from '#service/platform/context.ts'
import { readFirstLine } from '#service/platform/first-line.ts'

/** A new line without a greeting is closed after this time. */
const GREETING_MS = 10_000
/** A machine's id, a space and a proof. */
const MAX_GREETING = 64 + 1 + 64
const PING_MS = 20_000
/** Waiting lines of one machine, and of all. */
const MAX_OF_ONE = 16
const MAX_LINES = 5000

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/**
 * Server on which hosts hold lines (idle TCP connections) open. A host authenticates with an HMAC of a nonce under the hash of its
 * token, so that the token is never sent. A line waits for a renter and then carries only his bytes.
 */
export function createLineServer(ctx: Context) {
  const waiting = new Map<string, Set<Socket>>()
  /** Hash of the token that opened each line. */
  const openedBy = new WeakMap<Socket, string>()
  const all = new Set<Socket>()
  const server = createServer((socket) => {
    if (all.size >= MAX_LINES) return void socket.destroy()
    all.add(socket)
    socket.setKeepAlive(true, 15_000)
    socket.setNoDelay(true)
    const nonce = randomBytes(32).toString('hex')
    const timeout = setTimeout(() => socket.destroy(), GREETING_MS)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      clearTimeout(timeout)
      all.delete(socket)
      for (const lines of waiting.values()) lines.delete(socket)
    })
    readFirstLine(socket, MAX_GREETING)
      .then((greeting = '') => greet(greeting, nonce))
      .then((host) => {
        clearTimeout(timeout)
        const lines = waiting.get(host?.machineId ?? '') ?? new Set()
        if (!host || lines.size >= MAX_OF_ONE || socket.destroyed) return void socket.destroy()
        openedBy.set(socket, host.tokenHash)
        waiting.set(host.machineId, lines.add(socket))
        // A waiting line is read, so that its end is seen.
        socket.resume()
      })
      .catch(() => socket.destroy())
    socket.write(`idleforge-gateway 1 ${nonce}\n`)
  })

  async function greet(greeting: string, nonce: string): Promise<{ machineId: string; tokenHash: string } | undefined> {
    const [, machineId, proof] = /^([a-z0-9-]{1,64}) ([0-9a-f]{64})$/.exec(greeting) ?? []
    if (machineId === undefined || proof === undefined) return undefined
    const row = await ctx.db.selectFrom('gpus').select('token_hash').where('id', '=', machineId).executeTakeFirst()
    if (!row?.token_hash) return undefined
    const right = createHmac('sha256', row.token_hash).update(nonce).digest('hex')
    return isSame(proof, right) ? { machineId, tokenHash: row.token_hash } : undefined
  }

  const pinging = setInterval(() => {
    for (const lines of waiting.values()) for (const socket of lines) socket.write('ping\n')
  }, PING_MS)
  pinging.unref()

  return {
    server,
    /** Hands a waiting line of a machine over to the caller. Closes lines that were opened with an older token. */
    take(machineId: string, tokenHash: string | null): Socket | undefined {
      const lines = waiting.get(machineId)
      for (const socket of lines ?? []) {
        lines?.delete(socket)
        if (openedBy.get(socket) === tokenHash) return socket
        socket.destroy()
      }
      return undefined
    },
    close(): void {
      clearInterval(pinging)
      for (const socket of all) socket.destroy()
      server.close()
    },
  }
}

export type LineServer = ReturnType<typeof createLineServer>

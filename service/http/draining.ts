import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Log } from '../log.ts'
import type { Load } from './load.ts'

export interface DrainLimits {
  /** How long who is still sending a request is waited for. */
  hangUpMs: number
  /** How long what was accepted is waited for. */
  mostMs: number
}

/** Balancers have stopped sending by then, and nothing that answers within reason takes longer. */
export const DRAIN_LIMITS: DrainLimits = { hangUpMs: 5_000, mostMs: 30_000 }

/** Ends an HTTP server: what it has accepted is answered, and all of its work has ended when the promise resolves. */
export type Drain = () => Promise<void>

/** Watches connections and requests from the start on; the returned function drains. To be called before `listen`. */
export function watchForDrain(
  http: FastifyInstance,
  { log, load }: { log: Log; load: Load },
  limits: DrainLimits = DRAIN_LIMITS,
): Drain {
  const connections = new Set<Socket>()
  const accepted = new Map<unknown, Socket>()
  http.server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  // By then the body is here in whole: until it is, a client that never comes to an end would be waited for.
  http.addHook('preHandler', (request, _, done) => {
    accepted.set(request.raw, request.raw.socket)
    done()
  })
  http.addHook('onResponse', (request, _, done) => {
    accepted.delete(request.raw)
    done()
  })

  function hangUp(): void {
    const awaited = new Set(accepted.values())
    const late = [...connections].filter((socket) => !awaited.has(socket))
    if (late.length > 0) log.info({ connections: late.length }, 'hung up on who was still sending')
    for (const socket of late) socket.destroy()
  }

  return async () => {
    const early = setTimeout(hangUp, limits.hangUpMs)
    const late = Promise.withResolvers<void>()
    const timer = setTimeout(() => {
      log.error({ connections: accepted.size, calls: load.atWork() }, 'draining took too long: calls are given up')
      http.server.closeAllConnections()
      late.resolve()
    }, limits.mostMs)
    // A call goes on when its client has gone: what it needs must not be closed before it ends.
    await Promise.race([http.close().then(() => load.idle()), late.promise]).finally(() => {
      clearTimeout(early)
      clearTimeout(timer)
    })
  }
}

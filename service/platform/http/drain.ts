import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Log } from '../log.ts'
import type { Load } from './load.ts'

export interface DrainLimits {
  /** How long who is still sending a request is waited for. */
  incompleteMs: number
  /** How long what was accepted is waited for. */
  maxMs: number
}

/** Balancers have stopped sending by then, and nothing that answers within reason takes longer. */
export const DRAIN_LIMITS: DrainLimits = { incompleteMs: 5_000, maxMs: 30_000 }

/** Turns of the event loop without anything new, after which the kernel holds nothing for us. Each turn reads all that is ready. */
const IDLE_TURNS = 2
/** In a longer turn something may have come in since the kernel was asked. */
const IDLE_TURN_MS = 1
/** The share of the whole time that it may take: a turn takes in one connection at least, and those of a young process are long. */
const BACKLOG_SHARE = 0.5

/**
 * Resolves when the kernel holds no connection and no byte of a request that was not read. Closing a socket that listens resets
 * the connections in its backlog, and closing an idle one resets the request that has just reached it.
 */
async function readBacklog(server: Server, maxMs: number): Promise<void> {
  let isIdle = true
  const onNews = () => {
    isIdle = false
  }
  server.on('connection', onNews).on('request', onNews)
  const deadline = performance.now() + maxMs * BACKLOG_SHARE
  for (let idleTurns = 0, began = performance.now(); idleTurns < IDLE_TURNS && began < deadline; ) {
    isIdle = true
    await nextTurn()
    const ended = performance.now()
    idleTurns = isIdle && ended - began < IDLE_TURN_MS ? idleTurns + 1 : 0
    began = ended
  }
  server.off('connection', onNews).off('request', onNews)
}

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

  let early: NodeJS.Timeout | undefined
  // The last thing before the server is closed, in the same turn.
  http.addHook('preClose', async () => {
    await readBacklog(http.server, limits.maxMs)
    early = setTimeout(closeIncomplete, limits.incompleteMs)
  })

  function closeIncomplete(): void {
    const awaited = new Set(accepted.values())
    const late = [...connections].filter((socket) => !awaited.has(socket))
    if (late.length > 0) log.info({ connections: late.length }, 'hung up on who was still sending')
    for (const socket of late) socket.destroy()
  }

  return async () => {
    const late = Promise.withResolvers<void>()
    const timer = setTimeout(() => {
      log.error({ connections: accepted.size, calls: load.atWork() }, 'draining took too long: calls are given up')
      http.server.closeAllConnections()
      late.resolve()
    }, limits.maxMs)
    // A call goes on when its client has gone: what it needs must not be closed before it ends.
    await Promise.race([http.close().then(() => load.idle()), late.promise]).finally(() => {
      clearTimeout(early)
      clearTimeout(timer)
    })
  }
}

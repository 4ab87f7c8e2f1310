import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Log } from '../log.ts'
import type { Load } from './load.ts'

export interface DrainLimits {
  /** How long to wait for requests that are still being received. */
  incompleteMs: number
  /** How long to wait for accepted calls. */
  maxMs: number
}

/** Balancers have stopped sending by then, and no call takes longer within reason. */
export const DRAIN_LIMITS: DrainLimits = { incompleteMs: 5_000, maxMs: 30_000 }

/**
 * Event loop turns without anything new, after which the kernel's queues are empty. Each turn reads everything that is ready.
 */
const IDLE_TURNS = 2
/** During a longer turn something may have arrived after the kernel was polled. */
const IDLE_TURN_MS = 1
/**
 * The share of the total time that this may take: a turn accepts at least one connection, and turns of a young process are
 * long.
 */
const BACKLOG_SHARE = 0.5

/**
 * Resolves when the kernel holds no connection and no byte of a request that was not read. Closing a listening socket resets
 * the connections in its backlog, and closing an idle one resets a request that has just reached it.
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

/** Shuts an HTTP server down. When the promise resolves, all accepted requests were answered and all work has ended. */
export type Drain = () => Promise<void>

/** Tracks connections and requests; the returned function drains them. Must be called before `listen`. */
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
  // The body is complete by then: before that, a client that never finishes would be waited for.
  http.addHook('preHandler', (request, _, done) => {
    accepted.set(request.raw, request.raw.socket)
    done()
  })
  http.addHook('onResponse', (request, _, done) => {
    accepted.delete(request.raw)
    done()
  })

  let early: NodeJS.Timeout | undefined
  // Runs last, in the same turn as the close of the server.
  http.addHook('preClose', async () => {
    await readBacklog(http.server, limits.maxMs)
    early = setTimeout(closeIncomplete, limits.incompleteMs)
  })

  function closeIncomplete(): void {
    const awaited = new Set(accepted.values())
    const unfinished = [...connections].filter((socket) => !awaited.has(socket))
    if (unfinished.length > 0)
      log.info({ connections: unfinished.length }, 'connections that were still sending a request are closed')
    for (const socket of unfinished) socket.destroy()
  }

  return async () => {
    const timeout = Promise.withResolvers<void>()
    const timer = setTimeout(() => {
      log.error(
        { connections: accepted.size, calls: load.atWork() },
        'draining took too long: the calls in progress are abandoned',
      )
      http.server.closeAllConnections()
      timeout.resolve()
    }, limits.maxMs)
    // A call continues after its client has gone: its resources must stay open until it ends.
    await Promise.race([http.close().then(() => load.idle()), timeout.promise]).finally(() => {
      clearTimeout(early)
      clearTimeout(timer)
    })
  }
}

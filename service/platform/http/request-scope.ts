import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** A request in progress. Work that it has started and does not await belongs to it too. */
export interface RequestScope {
  readonly requestId: string
  /** Rejects when work that is not awaited fails. */
  readonly failed: Promise<never>
  /** Whether the handler awaits `failed`, and so replies itself. */
  isAwaited: boolean
  /** Replies with the error; false where a reply was already sent. */
  fail(error: unknown): boolean
}

const scopes = new AsyncLocalStorage<RequestScope>()

/** The request of the running code; undefined for loops, timers and our own connections. */
export const currentRequest = (): RequestScope | undefined => scopes.getStore()

function createScope(request: FastifyRequest, reply: FastifyReply): RequestScope {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => undefined)
  let hasFailed = false
  return {
    requestId: request.id,
    failed: promise,
    isAwaited: false,
    fail(error) {
      const { raw } = reply
      if (hasFailed) return false
      hasFailed = true
      if (reply.sent || raw.headersSent) {
        // The client must not take a partial reply for a complete one.
        if (!raw.writableEnded) raw.destroy()
        return false
      }
      if (this.isAwaited) reject(error)
      else void reply.send(error)
      return true
    },
  }
}

/** Runs each request in its own scope. Must be registered before other hooks. */
export function scopeRequests(http: FastifyInstance): void {
  const known = new WeakMap<FastifyRequest, RequestScope>()
  http.addHook('onRequest', (request, reply, done) => {
    const scope = createScope(request, reply)
    known.set(request, scope)
    scopes.run(scope, done)
  })
  // Reading a body leaves the scope: its events belong to the connection.
  http.addHook('preValidation', (request, _, done) => {
    const scope = known.get(request)
    if (scope) scopes.run(scope, done)
    else done()
  })
}

/** Awaits the work of a call, or the failure of work that it has started and does not await. */
export async function awaitInScope<T>(work: () => Promise<T>): Promise<T> {
  const scope = currentRequest()
  if (!scope) return work()
  scope.isAwaited = true
  try {
    return await Promise.race([work(), scope.failed])
  } finally {
    scope.isAwaited = false
  }
}

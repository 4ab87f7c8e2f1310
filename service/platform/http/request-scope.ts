import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** A request being answered. Work that it has begun and does not wait for belongs to it too. */
export interface RequestScope {
  readonly requestId: string
  /** Rejects when work that nobody awaits has failed. */
  readonly failed: Promise<never>
  /** Whether `failed` is awaited: then the handler itself answers. */
  isAwaited: boolean
  /** Answers the request with what went wrong; false where it has an answer already. */
  fail(error: unknown): boolean
}

const scopes = new AsyncLocalStorage<RequestScope>()

/** The request that the running code belongs to; undefined for loops, timers and connections of ours. */
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
        // The client must not take half of an answer for a whole one.
        if (!raw.writableEnded) raw.destroy()
        return false
      }
      if (this.isAwaited) reject(error)
      else void reply.send(error)
      return true
    },
  }
}

/** Runs each request in a scope of its own. Must be registered before other hooks. */
export function scopeRequests(http: FastifyInstance): void {
  const known = new WeakMap<FastifyRequest, RequestScope>()
  http.addHook('onRequest', (request, reply, done) => {
    const scope = createScope(request, reply)
    known.set(request, scope)
    scopes.run(scope, done)
  })
  // Reading a body leaves the scope: its events are those of the connection.
  http.addHook('preValidation', (request, _, done) => {
    const scope = known.get(request)
    if (scope) scopes.run(scope, done)
    else done()
  })
}

/** Awaits the work of a call, or what goes wrong in work that it has begun and does not await. */
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

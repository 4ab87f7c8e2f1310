import type { Server } from 'node:http'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { CALL_BODY_BYTES } from '#lib/rules/calls.ts'
import { type ResponseMonitor, watchResponses } from './messaging/alarms/response-monitor.ts'
import { chainLags } from './money/deposits/lag.ts'
import type { Config } from './platform/config.ts'
import type { Context } from './platform/context.ts'
import { trustOf } from './platform/http/client-address.ts'
import { addHeaders, checkOrigin, isCall } from './platform/http/headers.ts'
import { healthRoutes } from './platform/http/health.ts'
import { checkHost } from './platform/http/host-names.ts'
import { langOf } from './platform/http/messages.ts'
import { ReplayError } from './platform/http/refusal.ts'
import { answerError } from './platform/http/reply.ts'
import { scopeRequests } from './platform/http/request-scope.ts'
import { createSourcePlaces } from './platform/http/source-places.ts'
import { isReadable, targetOf } from './site/pages.ts'

/**
 * A connection whose client sends slowly is closed. By default Node looks for those each half minute, and would keep a request whose
 * head is whole for as long as its default allows a head, whatever the time for the whole says.
 */
const WHOLE_REQUEST = { headersTimeout: 10_000, requestTimeout: 15_000, connectionsCheckingInterval: 5_000 }

/**
 * Connections that one source may hold: a browser has six, and a farm of miners behind one address one for each PC. A balancer
 * is no source: it has limits of its own (docs/guides/run-in-production.md).
 */
const MAX_CONNECTIONS_OF_SOURCE = 2_000

function limitConnections(server: Server, { trustProxy }: Config): void {
  const isTrusted = trustOf(trustProxy)
  const places = createSourcePlaces()
  server.on('connection', (socket) => {
    const address = socket.remoteAddress
    if (address === undefined || isTrusted(address, 0)) return
    const release = places.take(address, MAX_CONNECTIONS_OF_SOURCE)
    if (release) socket.on('close', release)
    else socket.destroy()
  })
}

/** The server of a node, not yet listening. It answers health checks; the role `api` adds everything else (api.ts). */
export async function createApp(ctx: Context, isDraining: () => boolean): Promise<FastifyInstance> {
  const http = Fastify({
    loggerInstance: ctx.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: CALL_BODY_BYTES,
    http: WHOLE_REQUEST,
    requestTimeout: WHOLE_REQUEST.requestTimeout,
    connectionTimeout: 65_000,
    // Longer than balancers keep a connection idle (60 s): a call sent as the node closes it would have no answer.
    keepAliveTimeout: 75_000,
    forceCloseConnections: 'idle',
    // A call that was sent on an accepted connection is answered.
    return503OnClosing: false,
    trustProxy: trustOf(ctx.config.trustProxy),
    genReqId: () => crypto.randomUUID(),
    routerOptions: { maxParamLength: 256 },
    rewriteUrl({ url = '/' }) {
      const target = targetOf(url)
      return isReadable(target) ? target : '/unreadable'
    },
  }) as unknown as FastifyInstance
  const answerTo = (request: { id: string; headers: Record<string, unknown>; log: Context['log'] }) => ({
    lang: langOf(request.headers.lang),
    requestId: request.id,
    now: ctx.clock.now(),
    log: (error: unknown) => request.log.error({ err: error, requestId: request.id }, 'call failed'),
  })
  limitConnections(http.server, ctx.config)
  scopeRequests(http)
  const answers = watchResponses(ctx)
  http.setErrorHandler((error, request, reply) => {
    if (error instanceof ReplayError) answers.replayed()
    // Addresses with `..`, `//` or a zero byte: there is nothing at them.
    if ((error as { code?: string }).code === 'FST_STATIC_FORBIDDEN_PATH') return void reply.callNotFound()
    return answerError(reply, error, answerTo(request as never))
  })
  await addHeaders(http, ctx.config)
  checkHost(http, ctx.config)
  checkOrigin(http, ctx.config)
  logCalls(http, ctx, answers)
  // A connection that is busy when draining begins would be kept for more calls, and the process with it.
  http.addHook('onSend', (_, reply, payload, done) => {
    if (isDraining()) reply.header('connection', 'close')
    done(null, payload)
  })
  healthRoutes(http, ctx, { isDraining, networks: () => chainLags(ctx) })
  if (!ctx.config.roles.has('api')) refuseOthers(http, ctx)
  return http
}

/** A call that reaches a node without `api` was sent to the wrong node: to try again there would not help. */
function refuseOthers(http: FastifyInstance, { config }: Context): void {
  const problem = `This node has the roles ${[...config.roles].join(', ')} and answers only /healthz and /readyz. Send requests to a node with the role api.`
  http.setNotFoundHandler((_, reply) => reply.code(404).send({ ok: false, problem }))
}

/** Writes one line a call: its path, how it ended, how long it took. Pages and files are left to the balancer's log. */
function logCalls(http: FastifyInstance, ctx: Context, answers: ResponseMonitor): void {
  http.addHook('onResponse', async (request, reply) => {
    if (!isCall(request.url, ctx.config)) return
    answers.ended(reply.statusCode)
    const ms = Math.round(reply.elapsedTime * 10) / 10
    request.log.debug({ req: request, status: reply.statusCode, ms, requestId: request.id }, 'call')
  })
}

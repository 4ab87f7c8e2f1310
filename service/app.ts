import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Endpoint } from '#lib/contract/endpoint.ts'
import { CALL_BODY_BYTES } from '#lib/rules/calls.ts'
import { addFeatures } from './features.ts'
import { serveGooglePages } from './identity/google/pages.ts'
import { type ResponseMonitor, watchResponses } from './messaging/alarms/response-monitor.ts'
import { chainLags } from './money/deposits/lag.ts'
import type { Context } from './platform/context.ts'
import { createCalls } from './platform/http/calls.ts'
import { addHeaders, checkOrigin, isCall } from './platform/http/headers.ts'
import { healthRoutes } from './platform/http/health.ts'
import { checkHost } from './platform/http/host-names.ts'
import { langOf } from './platform/http/messages.ts'
import { createReads } from './platform/http/reads.ts'
import { ReplayError } from './platform/http/refusal.ts'
import { answerError, notFound, wrongMethod } from './platform/http/reply.ts'
import { scopeRequests } from './platform/http/request-scope.ts'
import { adminRoutes } from './programs/admin/routes.ts'
import { serveDownloads } from './site/downloads/routes.ts'
import { isReadable, serveSite, targetOf } from './site/pages.ts'

export interface App {
  http: FastifyInstance
  endpoints: readonly Endpoint[]
}

/**
 * Who sends slowly is hung up on. Node looks for them each half minute unless told, and would keep a request whose head is
 * whole for as long as its default allows a head, whatever the time for the whole says.
 */
const WHOLE_REQUEST = { headersTimeout: 10_000, requestTimeout: 15_000, connectionsCheckingInterval: 5_000 }

/** The service over a context, not yet listening. */
export async function createApp(ctx: Context, isDraining: () => boolean = () => false): Promise<App> {
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
    // Who has a connection and has sent a call on it is answered.
    return503OnClosing: false,
    trustProxy: ctx.config.trustProxy,
    genReqId: () => crypto.randomUUID(),
    routerOptions: { maxParamLength: 256 },
    rewriteUrl({ url = '/' }) {
      const target = targetOf(url)
      return isReadable(target) ? target : '/unreadable'
    },
  }) as unknown as FastifyInstance
  const asked = (request: { id: string; headers: Record<string, unknown>; log: Context['log'] }) => ({
    lang: langOf(request.headers.lang),
    requestId: request.id,
    now: ctx.clock.now(),
    log: (error: unknown) => request.log.error({ err: error, requestId: request.id }, 'call failed'),
  })
  scopeRequests(http)
  const answers = watchResponses(ctx)
  http.setErrorHandler((error, request, reply) => {
    if (error instanceof ReplayError) answers.replayed()
    // Addresses with `..`, `//` or a zero byte: there is nothing at them.
    if ((error as { code?: string }).code === 'FST_STATIC_FORBIDDEN_PATH') return void reply.callNotFound()
    return answerError(reply, error, asked(request as never))
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
  const calls = createCalls(http, ctx)
  const reads = createReads(http, ctx)
  addFeatures(http, ctx, { calls, reads })
  if (ctx.config.demo) {
    const [{ demoRoutes }, { markPages }] = await Promise.all([import('./demo/routes.ts'), import('./demo/marking.ts')])
    demoRoutes(calls)
    markPages(http)
  }
  const told = { publicKey: ctx.opener.publicKey, ...(ctx.config.demo && { demo: true }) }
  http.get(`${ctx.config.apiBase}/public-key`, async () => told)
  healthRoutes(http, ctx, { isDraining, networks: () => chainLags(ctx) })
  adminRoutes(http, ctx)
  await serveDownloads(http, ctx.config)
  const google = ctx.google?.settings
  await serveSite(http, ctx.config, (root) => {
    if (google?.mode === 'token') serveGooglePages(http, root, { client: google, config: ctx.config })
  })
  const callPaths = new Set(calls.endpoints.map(({ path }) => `${ctx.config.apiBase}${path}`))
  addNotFound(http, ctx, { calls: callPaths, reads: reads.paths })
  return { http, endpoints: calls.endpoints }
}

/** What programs of ours call (src/lib/contract/agent.ts, host.ts). */
const agentPaths = ['/agent/bind', '/agent/work', '/agent/report', '/host/poll']

interface Known {
  calls: ReadonlySet<string>
  reads: ReadonlySet<string>
}

function addNotFound(http: FastifyInstance, ctx: Context, known: Known): void {
  http.setNotFoundHandler((request, reply) => {
    const lang = langOf(request.headers.lang)
    const path = request.url.split('?')[0] ?? ''
    const isKnown = known.calls.has(path) || agentPaths.includes(path)
    if (isKnown) return reply.code(405).header('allow', 'POST').send(wrongMethod(lang))
    if (known.reads.has(path)) return reply.code(405).header('allow', 'GET, HEAD').send(wrongMethod(lang))
    if (isCall(request.url, ctx.config)) return reply.code(404).send(notFound(lang))
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return reply.code(405).header('allow', 'GET, HEAD').send(wrongMethod(lang))
    // Without a built site there is no page to show.
    if (!http.hasReplyDecorator('sendFile')) return reply.code(404).send(notFound(lang))
    // Without its promise: fastify would wait for it once more, and after a refused address too often for its own listeners.
    return void reply.code(404).type('text/html; charset=utf-8').sendFile('404.html', { acceptRanges: false })
  })
}

/** One line a call: what, how it ended, how long. Pages and files are left to whoever stands in front. */
function logCalls(http: FastifyInstance, ctx: Context, answers: ResponseMonitor): void {
  http.addHook('onResponse', async (request, reply) => {
    if (!isCall(request.url, ctx.config)) return
    answers.ended(reply.statusCode)
    const ms = Math.round(reply.elapsedTime * 10) / 10
    request.log.debug({ req: request, status: reply.statusCode, ms, requestId: request.id }, 'call')
  })
}

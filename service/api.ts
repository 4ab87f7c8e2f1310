import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#lib/contract/endpoint.ts'
import { addFeatures } from './features.ts'
import { serveGooglePages } from './identity/google/pages.ts'
import type { Context } from './platform/context.ts'
import { createCalls } from './platform/http/calls.ts'
import { isCall } from './platform/http/headers.ts'
import { langOf } from './platform/http/messages.ts'
import { createReads } from './platform/http/reads.ts'
import { notFound, wrongMethod } from './platform/http/reply.ts'
import { adminRoutes } from './programs/admin/routes.ts'
import { serveDownloads } from './site/downloads/routes.ts'
import { serveSite } from './site/pages.ts'

/** Adds to the server of a node all that clients, miners, hosts and operators ask for; returns the calls of the contract. */
export async function serveApi(http: FastifyInstance, ctx: Context): Promise<readonly Endpoint[]> {
  const calls = createCalls(http, ctx)
  const reads = createReads(http, ctx)
  addFeatures(http, ctx, { calls, reads })
  if (ctx.config.demo) {
    const [{ demoRoutes }, { markPages }] = await Promise.all([
      import('./demo/routes.ts'),
      import('./demo/mark-pages.ts'),
    ])
    demoRoutes(calls)
    markPages(http)
  }
  const publicKeyReply = { publicKey: ctx.opener.publicKey, ...(ctx.config.demo && { demo: true }) }
  http.get(`${ctx.config.apiBase}/public-key`, async () => publicKeyReply)
  adminRoutes(http, ctx)
  await serveDownloads(http, ctx.config)
  const google = ctx.google?.settings
  await serveSite(http, ctx.config, (root) => {
    if (google?.mode === 'token') serveGooglePages(http, root, { client: google, config: ctx.config })
  })
  const callPaths = new Set(calls.endpoints.map(({ path }) => `${ctx.config.apiBase}${path}`))
  addNotFound(http, ctx, { calls: callPaths, reads: reads.paths })
  return calls.endpoints
}

/** The paths that the miner and the host post to (src/lib/contract/agent.ts, host.ts). */
const agentPaths = ['/agent/bind', '/agent/work', '/agent/report', '/agent/today', '/host/poll']

interface KnownPaths {
  calls: ReadonlySet<string>
  reads: ReadonlySet<string>
}

function addNotFound(http: FastifyInstance, ctx: Context, known: KnownPaths): void {
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
    // Without its promise: fastify would wait for it a second time, and after a refused address too often for its own listeners.
    return void reply.code(404).type('text/html; charset=utf-8').sendFile('404.html', { acceptRanges: false })
  })
}

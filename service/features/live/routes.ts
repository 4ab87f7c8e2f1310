import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LIVE_PATH, liveTicket } from '#lib/contract/live.ts'
import type { Context } from '../../context.ts'
import type { Calls } from '../../http/calls.ts'
import { LoginExpired, TooMany } from '../../http/refusal.ts'
import type { Stream } from '../../live/hub.ts'
import { ticketFor, userOfTicket } from './tickets.ts'

export function liveCalls(calls: Calls): void {
  calls.on(liveTicket, async ({ ctx, session }) => ({
    ticket: ticketFor(ctx.pepper, session.userId, ctx.clock.now()),
  }))
}

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // nginx would keep what is told until its buffer is full.
  'x-accel-buffering': 'no',
}
/** A node that is full is tried again then. */
const FULL_SECONDS = 60

/** The id of the word that the page has heard last, on whichever node. */
const lastIdOf = ({ headers }: FastifyRequest): string | undefined => {
  const id = headers['last-event-id']
  return typeof id === 'string' && /^\d{1,20}$/.test(id) ? id : undefined
}

/** The stream of server-sent events of an account. It ends with the node, and its page opens another one elsewhere. */
export function liveStream(app: FastifyInstance, ctx: Context): void {
  const open = new Set<Stream>()
  app.addHook('preClose', async () => {
    for (const stream of open) stream.end()
  })
  app.get(ctx.config.apiBase + LIVE_PATH, async (request, reply) => {
    await ctx.limits.spend('openIp', request.ip)
    const userId = userOfTicket(ctx.pepper, request.headers.ticket, ctx.clock.now())
    if (userId === undefined) throw new LoginExpired()
    const { raw } = reply
    const stream: Stream = { write: (text) => void raw.write(text), end: () => void raw.end() }
    if (!ctx.live.add(userId, stream)) throw new TooMany(FULL_SECONDS)
    reply.hijack()
    open.add(stream)
    raw.on('close', () => {
      open.delete(stream)
      ctx.live.remove(userId, stream)
    })
    raw.writeHead(200, HEADERS)
    raw.write(ctx.live.greeting(userId, lastIdOf(request)))
  })
}

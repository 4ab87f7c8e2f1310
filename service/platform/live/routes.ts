import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LIVE_PATH, liveTicket } from '#lib/contract/live.ts'
import type { Context } from '../context.ts'
import type { Calls } from '../http/calls.ts'
import { LoginExpiredError, ServiceBusyError, TooManyRequestsError } from '../http/refusal.ts'
import { aliveAmong } from '../http/sessions.ts'
import { createSourcePlaces } from '../http/source-places.ts'
import type { Stream } from './hub.ts'
import { createTicket, sessionOfTicket } from './tickets.ts'

export function liveCalls(calls: Calls): void {
  calls.on(liveTicket, async ({ ctx, session }) => ({
    ticket: createTicket(ctx.pepper, session, ctx.clock.now()),
  }))
}

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // nginx would hold messages back until its buffer is full.
  'x-accel-buffering': 'no',
}
/** Retry-After of a full node. */
const RETRY_SECONDS = 60

/** Streams of one source on this node, of 5,000 in all (hub.ts): pages that get none poll. */
const MAX_OF_SOURCE = 500

/** The id of the last message that the page has received, on whichever node. */
const lastIdOf = ({ headers }: FastifyRequest): string | undefined => {
  const id = headers['last-event-id']
  return typeof id === 'string' && /^\d{1,20}$/.test(id) ? id : undefined
}

/** A stream over a reply whose head is not sent yet. Messages before that are dropped: the greeting makes up for them. */
function createStream(raw: ServerResponse, sessionId: string) {
  let state: 'waiting' | 'open' | 'ended' = 'waiting'
  // A write after the client has gone is no error of the process.
  raw.on('error', () => raw.destroy())
  return {
    sessionId,
    isEnded: () => state === 'ended',
    begin(greeting: string): void {
      state = 'open'
      raw.writeHead(200, HEADERS)
      raw.write(greeting)
    },
    write(text: string): void {
      if (state === 'open') raw.write(text)
    },
    end(): void {
      if (state === 'open') raw.end()
      state = 'ended'
    },
  } satisfies Stream & Record<string, unknown>
}

/**
 * The server-sent events of an account. A stream ends with its session or its node; its page opens another one where it may.
 */
export function liveStream(app: FastifyInstance, ctx: Context): void {
  const open = new Set<Stream>()
  const places = createSourcePlaces()
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    for (const stream of open) stream.end()
  })
  app.get(ctx.config.apiBase + LIVE_PATH, async (request, reply) => {
    await ctx.limits.spend('openIp', request.ip)
    const session = sessionOfTicket(ctx.pepper, request.headers.ticket, ctx.clock.now())
    if (session === undefined) throw new LoginExpiredError()
    const { userId, id } = session
    const { raw } = reply
    const stream = createStream(raw, id)
    const release = places.take(request.ip, MAX_OF_SOURCE)
    if (!release) throw new TooManyRequestsError(RETRY_SECONDS)
    raw.on('close', release)
    if (!ctx.live.add(userId, stream)) throw new TooManyRequestsError(RETRY_SECONDS)
    open.add(stream)
    raw.on('close', () => {
      open.delete(stream)
      ctx.live.remove(userId, stream)
    })
    // Checked after the hub has the stream: from then on the hub learns of the session's end.
    if (!(await aliveAmong(ctx.db, ctx.clock.now(), [id])).has(id)) throw new LoginExpiredError()
    // Its page asks again, at another node or with another ticket.
    if (isClosing || stream.isEnded()) throw new ServiceBusyError()
    reply.hijack()
    stream.begin(ctx.live.greeting(userId, lastIdOf(request)))
  })
}

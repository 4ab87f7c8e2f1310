import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { AMBIGUOUS } from '#lib/contract/amounts.ts'
import type { Endpoint, ParsedRequestOf, ReplyOf } from '#lib/contract/endpoint.ts'
import type { Context } from '../context.ts'
import { runTrackingChanges } from '../db/change-tracking.ts'
import { DatabaseUnavailableError, isLeavingServer, isUnavailable } from '../db/unavailable.ts'
import { hashToken } from '../ids.ts'
import { admitAnonymous, admitUser } from './admission.ts'
import { openEnvelope } from './envelope.ts'
import { type Lang, langOf } from './messages.ts'
import { InvalidInputError, LoginExpiredError } from './refusal.ts'
import { success, timedSuccess } from './reply.ts'
import type { Session } from './sessions.ts'

export interface Caller<E extends Endpoint> {
  ctx: Context
  input: ParsedRequestOf<E>
  session: E['auth'] extends true ? Session : E['auth'] extends 'optional' ? Session | undefined : undefined
  ip: string
  lang: Lang
  userAgent: string
  log: FastifyRequest['log']
}

export type Handler<E extends Endpoint> = (call: Caller<E>) => Promise<ReplyOf<E>>

/** Registers calls of the contract. Each call is decrypted, validated and authorised before its handler runs. */
export interface Calls {
  on<E extends Endpoint>(endpoint: E, handler: Handler<E>): void
  /** Every registered endpoint, for checks that walk all calls. */
  readonly endpoints: Endpoint[]
}

/** Every call spends the IP address's budget and a place of `ctx.load` first. */
export function createCalls(app: FastifyInstance, ctx: Context): Calls {
  const endpoints: Endpoint[] = []
  return {
    endpoints,
    on(endpoint, handler) {
      endpoints.push(endpoint)
      app.post(`${ctx.config.apiBase}${endpoint.path}`, async (request) => {
        await beforeChanges(() => ctx.limits.spend('openIp', request.ip))
        return ctx.load.run(() => answer(request, endpoint, handler))
      })
    },
  }

  async function answer<E extends Endpoint>(request: FastifyRequest, endpoint: E, handler: Handler<E>) {
    const { payload, nonce } = openEnvelope(ctx, request.body)
    const token = header(request, 'token')
    const isAnonymous = endpoint.auth === false || (endpoint.auth === 'optional' && token === undefined)
    const session = await beforeChanges(async () =>
      isAnonymous ? admitAnonymous(ctx, nonce) : admitUser(ctx, nonce, token),
    )
    // The page shows one user and sends the token of another: only a new sign-in puts both right.
    if (session && payload.forUser !== undefined && payload.forUser !== session.userId) throw new LoginExpiredError()
    const call = {
      ctx,
      session,
      input: parseInput(endpoint, payload),
      ip: request.ip,
      lang: langOf(header(request, 'lang')),
      userAgent: (header(request, 'user-agent') ?? '').slice(0, 400),
      log: request.log,
    }
    return timedSuccess(await runTrackingChanges(() => handler(call as Caller<E>)), ctx.clock.now())
  }
}

/**
 * Runs the part of a call that changes nothing for its user: limits and admission. It is tried twice where the server said that it
 * leaves, since the next connection may lead to its successor.
 */
async function beforeChanges<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work().catch((error: unknown) => {
      if (isLeavingServer(error)) return work()
      throw error
    })
  } catch (error) {
    throw isUnavailable(error) ? new DatabaseUnavailableError(error) : error
  }
}

interface AgentOptions {
  app: FastifyInstance
  ctx: Context
  /** Name of the token's header; a device's by default. */
  tokenHeader?: string
  /** The call is answered in a batch with others. */
  isBatched?: boolean
}

/**
 * Registers calls of our programs (miner, host) and of static pages: plain JSON, with a token of their own in place of a
 * session.
 */
export function onAgent<E extends Endpoint>(
  { app, ctx, tokenHeader = 'device-token', isBatched = false }: AgentOptions,
  endpoint: E,
  handler: (call: {
    ctx: Context
    input: ParsedRequestOf<E>
    deviceTokenHash: string
    ip: string
  }) => Promise<ReplyOf<E>>,
): void {
  app.post(endpoint.path, async (request) => {
    const token = header(request, tokenHeader)
    if (endpoint.auth && (token === undefined || token.length > 128)) throw new LoginExpiredError()
    const deviceTokenHash = token === undefined ? '' : hashToken(token)
    if (endpoint.auth) await beforeChanges(() => ctx.limits.spend('agentDevice', deviceTokenHash))
    const input = parseInput(endpoint, request.body)
    const work = () => runTrackingChanges(() => handler({ ctx, input, deviceTokenHash, ip: request.ip }))
    return success(await (isBatched ? ctx.load.runBatched(work) : ctx.load.run(work)))
  })
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

function parseInput<E extends Endpoint>(endpoint: E, payload: unknown): ParsedRequestOf<E> {
  const parsed = v.safeParse(endpoint.request, payload)
  if (parsed.success) return parsed.output as ParsedRequestOf<E>
  const issue = parsed.issues[0]
  throw new InvalidInputError(v.getDotPath(issue) ?? '', issue.message === AMBIGUOUS ? AMBIGUOUS : issue.type)
}

import * as v from 'valibot'
import { agentBind, agentReport, agentToday, agentWork } from '#lib/contract/agent.ts'
import { codes, type Endpoint, type ReplyOf, type RequestOf } from '#lib/contract/endpoint.ts'
import { Wish } from '#lib/contract/miner-settings.ts'
import { failureReason } from '../network.ts'

const TIMEOUT_MS = 15_000

/** A wish that this version cannot read must not cost the rest of the reply. */
const lenientReport = {
  ...agentReport,
  reply: v.object({ ...agentReport.reply.entries, wish: v.fallback(v.optional(Wish), undefined) }),
}

/** The service refused the request. */
export class DeclinedError extends Error {
  override name = 'DeclinedError'
  readonly reason: string
  readonly data: Record<string, unknown>
  constructor(reason: string, message: string, data: Record<string, unknown>) {
    super(message)
    this.reason = reason
    this.data = data
  }
}

/** The device was unbound. */
export class UnboundError extends Error {
  override name = 'UnboundError'
}

/** The service has ended this run of the miner: another one was started with the same device. */
export class ReplacedError extends Error {
  override name = 'ReplacedError'
}

/** There is no usable reply: the service restarts or the network is down. A retry may help. */
export class UnreachableError extends Error {
  override name = 'UnreachableError'
}

const Reply = v.object({ code: v.number(), msg: v.string(), data: v.nullish(v.unknown()) })

/** The miner's calls. `run` distinguishes this start of the miner from others with the same device. */
export function createLink(service: string, token: () => string | undefined, run?: string) {
  async function ask<E extends Endpoint>(endpoint: E, payload: RequestOf<E>): Promise<ReplyOf<E>> {
    const proof = token()
    const response = await fetch(`${service}${endpoint.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(proof && { 'device-token': proof }) },
      body: JSON.stringify(payload),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: unknown) => {
      throw new UnreachableError(failureReason(error))
    })
    const { status } = response
    const body = v.safeParse(Reply, await response.json().catch(() => undefined))
    if (status >= 500) throw new UnreachableError(`it answered HTTP ${status}`)
    if (!body.success || status === 404 || status === 405)
      throw new UnreachableError(`what answers there (HTTP ${status}) is not the service`)
    const { code, msg, data } = body.output
    if (code === codes.loginExpired) throw new UnboundError(msg)
    if (code === codes.tooMany) throw new UnreachableError(msg)
    if (code !== codes.ok) {
      const details = (data ?? {}) as Record<string, unknown>
      if (details.reason === 'MINER_REPLACED') throw new ReplacedError(msg)
      throw new DeclinedError(String(details.reason ?? code), msg, details)
    }
    return v.parse(endpoint.reply, data) as ReplyOf<E>
  }
  return {
    bind: (payload: RequestOf<typeof agentBind>) => ask(agentBind, payload),
    work: () => ask(agentWork, { run }),
    report: (payload: RequestOf<typeof agentReport>) => ask(lenientReport, { run, ...payload }),
    today: () => ask(agentToday, {}),
  }
}

export type Link = ReturnType<typeof createLink>

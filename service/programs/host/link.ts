import * as v from 'valibot'
import { codes, type ReplyOf, type RequestOf } from '#lib/contract/endpoint.ts'
import { hostPoll } from '#lib/contract/host.ts'

const TIMEOUT_MS = 15_000

export class UnknownTokenError extends Error {
  override name = 'UnknownTokenError'
}

const Reply = v.object({ code: v.number(), msg: v.string(), data: v.nullish(v.unknown()) })

/** The host's only call. It throws for anything but a valid reply, and is repeated. */
export async function poll(
  { service, token }: { service: string; token: string },
  payload: RequestOf<typeof hostPoll>,
): Promise<ReplyOf<typeof hostPoll>> {
  const response = await fetch(`${service}${hostPoll.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'host-token': token },
    body: JSON.stringify(payload),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const body = v.parse(Reply, await response.json())
  if (body.code === codes.loginExpired) throw new UnknownTokenError('The service does not know this token.')
  if (body.code !== codes.ok) throw new Error(body.msg)
  return v.parse(hostPoll.reply, body.data)
}

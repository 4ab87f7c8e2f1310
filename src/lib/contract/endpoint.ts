import type * as v from 'valibot'

/** Of a service that has too much to do: a code of its own, because the app's core knows no other. */
export const BUSY = 5003

/** Of what is not there, whatever it was asked for by; a code of its own for the same reason. */
export const NOT_FOUND = 4004

/** Codes of the reply envelope that our own service sends (ADR-107). */
export const codes = {
  ok: 0,
  badEnvelope: 4000,
  loginExpired: 4001,
  invalidInput: 4002,
  notAllowed: 4003,
  notFound: NOT_FOUND,
  conflict: 4009,
  tooMany: 4029,
  fault: 5000,
  busy: BUSY,
} as const

export type Schema = v.GenericSchema

type Needs = boolean | 'optional'

export interface Endpoint<
  Request extends Schema = Schema,
  Reply extends Schema = Schema,
  Reason extends string = string,
  Auth extends Needs = Needs,
> {
  readonly path: string
  /** Whether the call needs a session: the service denies by default. An optional one is whose the answer is, where there is one. */
  readonly auth: Auth
  readonly request: Request
  readonly reply: Reply
  /** Expected refusals, each a sentence in the message catalogue under `refusal.`. */
  readonly refuses: readonly Reason[]
}

export type RequestOf<E extends Endpoint> = v.InferInput<E['request']>
export type AskedOf<E extends Endpoint> = v.InferOutput<E['request']>
export type ReplyOf<E extends Endpoint> = v.InferOutput<E['reply']>

/** Declares a call: its path, the shapes both sides check, and the reasons for which it may be refused. */
export function endpoint<
  Request extends Schema,
  Reply extends Schema,
  const Auth extends Needs,
  const Reason extends string = never,
>(
  path: string,
  parts: { auth: Auth; request: Request; reply: Reply; refuses?: readonly Reason[] },
): Endpoint<Request, Reply, Reason, Auth> {
  return { path, auth: parts.auth, request: parts.request, reply: parts.reply, refuses: parts.refuses ?? [] }
}

/** What anybody may read by a plain GET, without a session and unsealed (ADR-010). */
export interface PublicRead<Reply extends Schema = Schema> {
  readonly path: string
  readonly reply: Reply
}

/** Declares a public read: its path under the base of the calls, and the JSON that both sides agree on. */
export const publicRead = <Reply extends Schema>(path: string, reply: Reply): PublicRead<Reply> => ({ path, reply })

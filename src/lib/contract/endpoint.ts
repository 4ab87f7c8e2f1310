import type * as v from 'valibot'

/** Code of an overloaded service; separate because the app's core knows no other code. */
export const BUSY = 5003

/** Code of a missing record, for any kind of request; separate for the same reason. */
export const NOT_FOUND = 4004

/** Codes of the reply envelope that this service sends (ADR-107). */
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

type AuthRequirement = boolean | 'optional'

export interface Endpoint<
  Request extends Schema = Schema,
  Reply extends Schema = Schema,
  Reason extends string = string,
  Auth extends AuthRequirement = AuthRequirement,
> {
  readonly path: string
  /** Session requirement; the service denies by default. `optional` personalizes the reply when there is a session. */
  readonly auth: Auth
  readonly request: Request
  readonly reply: Reply
  /** Expected refusals, each a sentence of `public/locales/{en,zh}/refusals.json`. */
  readonly refuses: readonly Reason[]
}

export type RequestOf<E extends Endpoint> = v.InferInput<E['request']>
export type ParsedRequestOf<E extends Endpoint> = v.InferOutput<E['request']>
export type ReplyOf<E extends Endpoint> = v.InferOutput<E['reply']>

/**
 * Declares a call: its path, the shapes both sides check, and the reasons for which it may be refused. A script does not
 * contain the calls that it declares and never makes.
 */
/* @__NO_SIDE_EFFECTS__ */
export function endpoint<
  Request extends Schema,
  Reply extends Schema,
  const Auth extends AuthRequirement,
  const Reason extends string = never,
>(
  path: string,
  parts: { auth: Auth; request: Request; reply: Reply; refuses?: readonly Reason[] },
): Endpoint<Request, Reply, Reason, Auth> {
  return { path, auth: parts.auth, request: parts.request, reply: parts.reply, refuses: parts.refuses ?? [] }
}

/** A resource that anyone may read by a plain GET, without a session and unsealed (ADR-010). */
export interface PublicRead<Reply extends Schema = Schema> {
  readonly path: string
  readonly reply: Reply
}

/** Declares a public read: its path under the API base, and its JSON schema. */
export const publicRead = <Reply extends Schema>(path: string, reply: Reply): PublicRead<Reply> => ({ path, reply })

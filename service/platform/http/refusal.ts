import { codes } from '#lib/contract/endpoint.ts'
import type { RefusalData } from './refusal-values.ts'

/** What was asked for by an id and is not there, or not the caller's, is not found (ADR-107); everything else is a conflict. */
const codeOf = (reason: string): number => (/_(UNKNOWN|GONE)$/.test(reason) ? codes.notFound : codes.conflict)

/** An expected refusal of a call: a reason from the contract, with what the reader needs to go on. */
export class Refusal<Reason extends string = string> extends Error {
  override name = 'Refusal'
  readonly code: number
  readonly reason: Reason
  readonly data: Record<string, unknown>
  constructor(reason: Reason, ...[data = {}, code = codeOf(reason)]: RefusalData<Reason>) {
    super(reason)
    this.reason = reason
    this.data = data
    this.code = code
  }
}

/** The one answer to every envelope that cannot be trusted; it never tells why. */
export class BadEnvelope extends Error {
  override name = 'BadEnvelope'
}

/** An envelope that had been taken before. */
export class Replayed extends BadEnvelope {
  override name = 'Replayed'
}

export class LoginExpired extends Error {
  override name = 'LoginExpired'
}

export class InvalidInput extends Error {
  override name = 'InvalidInput'
  readonly field: string
  readonly reason: string
  constructor(field: string, reason: string) {
    super(`${field}: ${reason}`)
    this.field = field
    this.reason = reason
  }
}

export class TooMany extends Error {
  override name = 'TooMany'
  readonly retryAfterSeconds: number
  /** Key of its sentence in the catalogue of refusals. */
  readonly sentence: string
  constructor(retryAfterSeconds: number, sentence = 'TOO_MANY') {
    super('too many requests')
    this.retryAfterSeconds = Math.max(1, Math.ceil(retryAfterSeconds))
    this.sentence = sentence
  }
}

/** The service has more to do than it can answer in time; nothing was begun. */
export class Busy extends Error {
  override name = 'Busy'
}

export class NotAllowed extends Error {
  override name = 'NotAllowed'
}

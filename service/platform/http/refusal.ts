import { codes } from '#lib/contract/endpoint.ts'
import type { RefusalData } from './refusal-values.ts'

/** A missing id, or one of another user, is "not found"; every other refusal is a conflict (ADR-107). */
const codeOf = (reason: string): number => (/_(UNKNOWN|GONE)$/.test(reason) ? codes.notFound : codes.conflict)

/** An expected refusal of a call: a reason from the contract, with the data that the client needs to continue. */
export class RefusalError<Reason extends string = string> extends Error {
  override name = 'RefusalError'
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

/** The only error for untrusted envelopes; the reply never says why. */
export class EnvelopeError extends Error {
  override name = 'EnvelopeError'
}

/** An envelope that was used before. */
export class ReplayError extends EnvelopeError {
  override name = 'ReplayError'
}

export class LoginExpiredError extends Error {
  override name = 'LoginExpiredError'
}

export class InvalidInputError extends Error {
  override name = 'InvalidInputError'
  readonly field: string
  readonly reason: string
  constructor(field: string, reason: string) {
    super(`${field}: ${reason}`)
    this.field = field
    this.reason = reason
  }
}

export class TooManyRequestsError extends Error {
  override name = 'TooManyRequestsError'
  readonly retryAfterSeconds: number
  /** Key of its sentence in the catalogue of refusals. */
  readonly sentence: string
  constructor(retryAfterSeconds: number, sentence = 'TOO_MANY') {
    super('too many requests')
    this.retryAfterSeconds = Math.max(1, Math.ceil(retryAfterSeconds))
    this.sentence = sentence
  }
}

/** The service is overloaded; nothing was started. */
export class ServiceBusyError extends Error {
  override name = 'ServiceBusyError'
}

export class ForbiddenError extends Error {
  override name = 'ForbiddenError'
}

import type { FastifyReply } from 'fastify'
import { AMBIGUOUS } from '#lib/contract/amounts.ts'
import { codes } from '#lib/contract/endpoint.ts'
import { unixSeconds } from '../clock.ts'
import { DatabaseUnavailableError } from '../db/unavailable.ts'
import { type Lang, message } from './messages.ts'
import {
  EnvelopeError,
  ForbiddenError,
  InvalidInputError,
  LoginExpiredError,
  RefusalError,
  ServiceBusyError,
  TooManyRequestsError,
} from './refusal.ts'

/** Retry-After of a refused call (503). */
const BUSY_SECONDS = 2

interface Envelope {
  code: number
  msg: string
  data: unknown
  resp_code: number
  resp_msg: string
}

const envelope = (code: number, msg: string, data: unknown): Envelope => ({
  code,
  msg,
  data,
  resp_code: code,
  resp_msg: msg,
})

export const success = (data: unknown): Envelope => envelope(codes.ok, 'ok', data)
/** Adds the service's time: the client's countdowns follow it, whatever its own clock says. */
export const timedSuccess = (data: unknown, now: number): Envelope & { serverTime: number } => ({
  ...success(data),
  serverTime: unixSeconds(now),
})

interface ErrorContext {
  lang: Lang
  requestId: string
  now: number
  log(error: unknown): void
}

/** The only mapping of errors to replies. An unknown error is our fault and is logged with its id. */
export function answerError(reply: FastifyReply, error: unknown, context: ErrorContext): FastifyReply {
  const say = (key: string, values?: Record<string, unknown>) => message(context.lang, key, values)
  if (error instanceof RefusalError)
    return reply.send(envelope(error.code, say(error.reason, error.data), { reason: error.reason, ...error.data }))
  if (error instanceof LoginExpiredError) return reply.send(envelope(codes.loginExpired, say('LOGIN_EXPIRED'), null))
  if (error instanceof InvalidInputError) {
    const { field, reason } = error
    // Without a field, the request as a whole cannot be read.
    const sentence = field === '' ? 'BAD_ENVELOPE' : reason === AMBIGUOUS ? 'AMOUNT_AMBIGUOUS' : 'INVALID_INPUT'
    return reply.send(envelope(codes.invalidInput, say(sentence, { field }), { field, reason }))
  }
  if (error instanceof EnvelopeError || isUnreadable(error))
    return reply
      .code(400)
      .send(envelope(codes.badEnvelope, say('BAD_ENVELOPE'), { serverTime: unixSeconds(context.now) }))
  if (error instanceof TooManyRequestsError) {
    const retryAfter = error.retryAfterSeconds
    return reply
      .code(429)
      .header('retry-after', retryAfter)
      .send(
        envelope(codes.tooMany, say(error.sentence, { retryAfter, minutes: Math.ceil(retryAfter / 60) }), {
          retryAfter,
        }),
      )
  }
  if (error instanceof ServiceBusyError || error instanceof DatabaseUnavailableError)
    return reply
      .code(503)
      .header('retry-after', BUSY_SECONDS)
      .send(envelope(codes.busy, say(error instanceof ServiceBusyError ? 'BUSY' : 'DATABASE_AWAY'), null))
  if (error instanceof ForbiddenError || isForbidden(error))
    return reply.code(403).send(envelope(codes.notAllowed, say('NOT_ALLOWED'), null))
  if (isPreconditionFailed(error)) return reply.code(statusOf(error)).headers(headersOf(error)).send()
  if (isTooLarge(error)) return reply.code(413).send(envelope(codes.badEnvelope, say('TOO_LARGE'), null))
  context.log(error)
  return reply.code(500).send(envelope(codes.fault, say('FAULT'), { requestId: context.requestId }))
}

const statusOf = (error: unknown): number =>
  typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500
/** A condition or a range of a file request that cannot be met. */
const isPreconditionFailed = (error: unknown): boolean => [412, 416].includes(statusOf(error))
const headersOf = (error: unknown): Record<string, string> =>
  (error as { headers?: Record<string, string> }).headers ?? {}
const isTooLarge = (error: unknown): boolean => statusOf(error) === 413
/** A path that the file server refuses: dots, empty parts, a NUL. */
const isForbidden = (error: unknown): boolean => statusOf(error) === 403
/** Refusals of the framework before a handler runs: a body that is not JSON, a wrong type, a wrong length. */
const isUnreadable = (error: unknown): boolean => [400, 415].includes(statusOf(error))

export const notFound = (lang: Lang): Envelope => envelope(codes.notFound, message(lang, 'NOT_FOUND'), null)
export const wrongMethod = (lang: Lang): Envelope => envelope(codes.notFound, message(lang, 'WRONG_METHOD'), null)

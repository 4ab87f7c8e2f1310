import { BaseError } from 'viem'
import { NetworkError, NodeError } from '../network.ts'

/** The node limits the rate of requests: HTTP status 429, or the same as a message. */
export class RateLimitError extends Error {
  override name = 'RateLimitError'
  /** How long to wait, when the node says so. */
  readonly retryAfterMs: number | undefined
  constructor(retryAfterMs?: number) {
    super('The node refuses more requests for now (HTTP status 429).')
    this.retryAfterMs = retryAfterMs
  }
}

const within = <E extends Error>(error: unknown, isOne: (one: unknown) => one is E): E | undefined => {
  if (isOne(error)) return error
  return error instanceof BaseError ? ((error.walk(isOne) as E | null) ?? undefined) : undefined
}

const isNetworkError = (one: unknown): one is NetworkError => one instanceof NetworkError
const isRateLimit = (one: unknown): one is RateLimitError => one instanceof RateLimitError

/** Whether the node replied with a refusal; false when it did not reply. */
export const isAnswer = (error: unknown): error is BaseError =>
  error instanceof BaseError && error.walk((one) => one instanceof Error && one.name === 'RpcRequestError') !== null

/** The reason why a call failed, from the node if possible, and never with the node's URL, which often holds a key. */
export function failureReason(error: unknown): string {
  const own = within(error, isNetworkError) ?? within(error, isRateLimit)
  if (own) return own.message
  if (isAnswer(error)) return error.details
  if (error instanceof BaseError) return error.shortMessage
  return error instanceof Error ? error.message : String(error)
}

/** Messages of providers for a rate limit with HTTP status 200; each provider has its own. */
const RATE_LIMIT_TEXT =
  /rate.?limit|too many requests|requests? per (?:second|minute)|compute units per second|capacity/i

/** The rate limit in an error, in whatever form the node sends it; undefined for every other failure. */
export function rateLimitOf(error: unknown): RateLimitError | undefined {
  const limit = within(error, isRateLimit)
  if (limit) return limit
  return isAnswer(error) && RATE_LIMIT_TEXT.test(error.details) ? new RateLimitError() : undefined
}

/** Whether a gateway or the node failed temporarily. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof BaseError && error.walk((one) => UNAVAILABLE_STATUSES.includes(statusOf(one))) !== null

const UNAVAILABLE_STATUSES = [500, 502, 503]
const RANGE_ERRORS = /^(?:TimeoutError|ResponseBodyTooLargeError)$/
/** Bad Request, Payload Too Large, Unprocessable Content, and a gateway that has waited for too long. */
const RANGE_STATUSES = [400, 413, 422, 504]

const statusOf = (error: unknown): number =>
  error instanceof Error && error.name === 'HttpRequestError' ? Number((error as { status?: number }).status) : 0

const isTooLong = (one: unknown): boolean =>
  one instanceof Error && (RANGE_ERRORS.test(one.name) || RANGE_STATUSES.includes(statusOf(one)))

/**
 * Whether the range, or the number of its results, may have been too large for the node. Each node reports that in its own way.
 */
export function mayBeTooLong(error: unknown): boolean {
  if (!(error instanceof BaseError) || rateLimitOf(error)) return false
  return error.walk((one) => isTooLong(one) || (one instanceof Error && one.name === 'RpcRequestError')) !== null
}

const isNotFound = (error: unknown): boolean =>
  error instanceof Error && /^(?:Transaction(?:Receipt)?|Block)NotFoundError$/.test(error.name)

/** The node's result; undefined when it replies that it knows no such transaction or block. */
export async function foundOrNot<T>(result: Promise<T>): Promise<T | undefined> {
  try {
    return await result
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw error
  }
}

/** The error as the rest of the service knows it. Errors of this code, such as a wrong address, stay as they are. */
function translated(error: unknown): unknown {
  const own = within(error, isNetworkError)
  if (own) return own
  const retryAfterMs = rateLimitOf(error)?.retryAfterMs
  if (error instanceof BaseError || error instanceof RateLimitError)
    return new NodeError(failureReason(error), { cause: error, retryAfterMs })
  return error
}

async function* translatedParts(parts: AsyncIterable<unknown>) {
  try {
    yield* parts
  } catch (error) {
    throw translated(error)
  }
}

const isParts = (result: unknown): result is AsyncIterable<unknown> =>
  typeof result === 'object' && result !== null && Symbol.asyncIterator in result

/** The same methods, whose errors tell a node that does not answer from one that cannot be used. */
export function translateErrors<T extends object>(methods: T): T {
  const entries = Object.entries(methods).map(([name, method]) => {
    if (typeof method !== 'function') return [name, method]
    const translating = (...args: unknown[]) => {
      const result: unknown = method(...args)
      if (isParts(result)) return translatedParts(result)
      return result instanceof Promise
        ? result.catch((error: unknown) => {
            throw translated(error)
          })
        : result
    }
    return [name, translating]
  })
  return Object.fromEntries(entries) as T
}

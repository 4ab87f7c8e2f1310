import { NodeError } from '../network.ts'

/** The node limits the rate of requests: HTTP status 429, or 403 with words about a limit, as TronGrid answers. */
export class RateLimitError extends NodeError {
  override name = 'RateLimitError'
}

/** The node has answered with a refusal of its own, in its words. */
export class RefusalError extends NodeError {
  override name = 'RefusalError'
}

/** The node did not finish an answer in time, or found it too large: a shorter span may do. */
export class TooLongError extends NodeError {
  override name = 'TooLongError'
}

/** A node does not answer, or refuses to. The message is for the operator, and never holds the node's address or a key. */
export class NodeError extends Error {
  override name = 'NodeError'
  /** How long to wait before the next request, where the node says so. */
  readonly retryAfterMs: number | undefined
  constructor(message: string, options: { cause?: unknown; retryAfterMs?: number | undefined } = {}) {
    super(message, { cause: options.cause })
    this.retryAfterMs = options.retryAfterMs
  }
}

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

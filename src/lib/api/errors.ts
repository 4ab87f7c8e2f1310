/** A call that the service understood and refused; `message` is the service's sentence in the reader's language. */
export class RefusedError extends Error {
  override name = 'Refused'
  readonly code: string
  readonly reason: string | undefined
  readonly data: Record<string, unknown>
  constructor(code: string, message: string, data: unknown) {
    super(message)
    this.code = code
    this.data = typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {}
    this.reason = typeof this.data.reason === 'string' ? this.data.reason : undefined
  }
}

/** The session is over: by code or resp_code 401 or 4001, or by HTTP 401 (SPEC-8.2, SPEC-8.8). */
export class LoginExpiredError extends Error {
  override name = 'LoginExpired'
}

export type TransportKind = 'offline' | 'timeout' | 'status' | 'unexpected'

/** No usable answer. Whether the service acted is unknown, unless the kind states that it never answered. */
export class TransportError extends Error {
  override name = 'TransportError'
  readonly kind: TransportKind
  readonly status: number
  /** The id under which the service has logged the failure, if its response has one. */
  requestId: string | undefined
  constructor(kind: TransportKind, message: string, status = 0) {
    super(message)
    this.kind = kind
    this.status = status
  }
}

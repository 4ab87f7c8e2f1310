import { NodeError } from '../network.ts'

/** The node limits the rate of requests: HTTP status 429, or the same number as the code of an error. */
export class RateLimitError extends NodeError {
  override name = 'RateLimitError'
}

/** The node has answered with an error of its own. Codes: `rpc-client-api/src/custom_error.rs` of github.com/anza-xyz/agave. */
export class RefusalError extends NodeError {
  override name = 'RefusalError'
  readonly code: number
  readonly data: unknown
  constructor(message: string, { code, data }: { code: number; data: unknown }) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** A transaction that the simulation before sending has refused. */
export const PREFLIGHT_FAILURE = -32_002
export const SIGNATURE_FAILURE = -32_003
/** JSON-RPC: the given text is no transaction. */
export const INVALID_PARAMS = -32_602
export const METHOD_NOT_FOUND = -32_601

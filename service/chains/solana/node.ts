import { NodeError } from '../network.ts'
import { RateLimitError, RefusalError } from './errors.ts'

/** A node of Solana, over its JSON-RPC. */

export interface SolanaNodeSettings {
  url: string
  /** The provider's key, where it takes one as `Authorization: Bearer`. */
  apiKey?: string | undefined
  /** Sent with every request. */
  headers?: Readonly<Record<string, string>>
}

/** `onRequest` counts; the others are replaced in tests. */
export interface SolanaNodeOptions {
  pause?(ms: number): Promise<void>
  /** Unix milliseconds; only the date of a Retry-After header is compared with it. */
  now?(): number
  timeoutMs?: number
  /** Called before each request. */
  onRequest?(): void
}

/** How many votes a block needs to be looked at. `processed`: none; `confirmed`: two thirds; `finalized`: on 31 more blocks too. */
export type Commitment = 'processed' | 'confirmed' | 'finalized'

export interface SolanaNode {
  /** A method of JSON-RPC. `null` is an answer of `getTransaction` alone, and an error of all others. */
  rpc(method: string, params: readonly unknown[]): Promise<unknown>
}

/** A block has thousands of signatures, and the node may look for one in its whole history. */
const TIMEOUT_MS = 10_000
const MAX_TRIES = 5
const BUSY_PAUSE_MS = 1_000
/** Longer pauses are left to the caller. The proof that a transfer expired reads 152 blocks, and would begin again. */
const MAX_PAUSE_MS = 15_000

/** The milliseconds of a Retry-After header, which holds seconds or a date (RFC 9110, 10.2.3). */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null || header.trim() === '') return undefined
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Opens a node. Its method throws a NodeError; RateLimitError and RefusalError are kinds of it. */
export function openSolanaNode(settings: SolanaNodeSettings, options: SolanaNodeOptions = {}): SolanaNode {
  const { pause = wait, now = Date.now, timeoutMs = TIMEOUT_MS } = options
  const headers = {
    ...settings.headers,
    'content-type': 'application/json',
    ...(settings.apiKey === undefined ? {} : { authorization: `Bearer ${settings.apiKey}` }),
  }

  async function post(body: unknown): Promise<{ response: Response; text: string }> {
    options.onRequest?.()
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      const response = await fetch(settings.url, { method: 'POST', headers, body: JSON.stringify(body), signal })
      return { response, text: await response.text() }
    } catch (cause) {
      const isLate = cause instanceof Error && cause.name === 'TimeoutError'
      throw new NodeError(
        isLate ? `The node does not answer within ${timeoutMs / 1000} seconds.` : 'The node does not answer.',
        { cause },
      )
    }
  }

  async function askOnce(method: string, params: readonly unknown[]): Promise<unknown> {
    const { response, text } = await post({ jsonrpc: '2.0', id: 1, method, params })
    const { status } = response
    if (status === 429)
      throw new RateLimitError(`The node refuses more requests for now (HTTP status ${status}).`, {
        retryAfterMs: retryAfterMs(response.headers.get('retry-after'), now()),
      })
    if (status === 401 || status === 403)
      throw new NodeError(`The node refuses access (HTTP status ${status}): check its key.`)
    const { result, error } = parse(text, status)
    if (error !== undefined && error !== null) throw refusalOf(method, error)
    if (!response.ok) throw new NodeError(`The node answers with HTTP status ${status}.`)
    if (result === undefined || (result === null && method !== 'getTransaction'))
      throw new NodeError(`The node answers ${method} with nothing. Check its address and what its provider offers.`)
    return result
  }

  return {
    async rpc(method, params) {
      for (let tries = 1; ; tries += 1) {
        try {
          return await askOnce(method, params)
        } catch (error) {
          const ms =
            error instanceof RateLimitError ? (error.retryAfterMs ?? BUSY_PAUSE_MS * 2 ** (tries - 1)) : undefined
          if (ms === undefined || ms > MAX_PAUSE_MS || tries >= MAX_TRIES) throw error
          await pause(ms)
        }
      }
    },
  }
}

function refusalOf(method: string, error: unknown): NodeError {
  const { code, message, data } = isRecord(error) ? error : {}
  if (code === 429) return new RateLimitError('The node refuses more requests for now.')
  const words = typeof message === 'string' ? message : `The node refuses ${method}.`
  return new RefusalError(words, { code: typeof code === 'number' ? code : 0, data })
}

/** Nodes answer with errors of JSON-RPC under statuses such as 400 and 500 too. */
function parse(text: string, status: number): Readonly<Record<string, unknown>> {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch (cause) {
    if (status < 200 || status > 299) throw new NodeError(`The node answers with HTTP status ${status}.`, { cause })
    throw new NodeError('The node answers with something that is no JSON.', { cause })
  }
  if (!isRecord(answer)) throw new NodeError('The node answers with something that is no object.')
  return answer
}

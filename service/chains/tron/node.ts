import { hexToBytes } from '@noble/hashes/utils.js'
import { NodeError } from '../network.ts'
import { RateLimitError, RefusalError, TooLongError } from './errors.ts'

/** A java-tron node, over its JSON-RPC and its HTTP interface (`/wallet/…`), or a provider such as TronGrid that offers both. */

export interface TronNodeSettings {
  /** Without a path: `https://api.trongrid.io`. An own node has two ports (8545 for JSON-RPC, 8090 for `/wallet`). */
  url: string
  /** The address of JSON-RPC; `url` with `/jsonrpc` where it is not given. */
  rpcUrl?: string | undefined
  /** TronGrid's key, as the header `TRON-PRO-API-KEY`. */
  apiKey?: string | undefined
  /** Sent with every request. */
  headers?: Readonly<Record<string, string>>
}

/** `onRequest` counts; the others are replaced in tests. */
export interface TronNodeOptions {
  pause?(ms: number): Promise<void>
  /** Unix milliseconds; only the date of a Retry-After header is compared with it. */
  now?(): number
  timeoutMs?: number
  /** Called before each request. */
  onRequest?(): void
}

export interface TronNode {
  /** A method of JSON-RPC. `null` is an answer of methods that look for one thing, and an error of all others. */
  rpc(method: string, params: readonly unknown[]): Promise<unknown>
  /** A call of the HTTP interface: `getaccount` for example. It is asked once: sending is not repeated here. */
  wallet(call: string, body: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>>
  /** Requests since the node was opened, for its budget. */
  requests(): number
}

const TIMEOUT_MS = 5_000
const MAX_TRIES = 3
const BUSY_PAUSE_MS = 1_000
/** Longer pauses are left to the caller, which keeps what was read until then. */
const MAX_PAUSE_MS = 5_000

/** Payload Too Large, and a gateway that has waited for too long. */
const TOO_LONG_STATUSES = [413, 504]

const NULLABLE = new Set(['eth_getBlockByNumber', 'eth_getTransactionByHash', 'eth_getTransactionReceipt'])

/** The milliseconds of a Retry-After header, which holds seconds or a date (RFC 9110, 10.2.3). */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null || header.trim() === '') return undefined
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

const LIMIT_TEXT =
  /exceeds the frequency|rate.?limit|too many requests|suspended for|daily (?:request )?(?:limit|count)/i

/** TronGrid: "… exceeds the frequency limit(15), and the query server is suspended for 5s". */
function suspensionMs(text: string): number | undefined {
  const seconds = /suspended for (\d+)\s*s/i.exec(text)?.[1]
  return seconds === undefined ? undefined : Number(seconds) * 1000
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Words of the HTTP interface are hexadecimal in most answers, and plain in some. */
export function wordsOf(message: unknown): string {
  if (typeof message !== 'string') return ''
  const isHex = /^(?:[0-9a-f]{2})+$/i.test(message)
  return isHex
    ? new TextDecoder()
        .decode(hexToBytes(message))
        .replace(/\p{Cc}+/gu, ' ')
        .trim()
    : message
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Opens a node. Its methods throw a NodeError; RateLimitError, RefusalError and TooLongError are kinds of it. */
export function openTronNode(settings: TronNodeSettings, options: TronNodeOptions = {}): TronNode {
  const { pause = wait, now = Date.now, timeoutMs = TIMEOUT_MS } = options
  const base = settings.url.replace(/\/+$/, '')
  const rpcUrl = settings.rpcUrl ?? `${base}/jsonrpc`
  const headers = {
    ...settings.headers,
    'content-type': 'application/json',
    ...(settings.apiKey === undefined ? {} : { 'TRON-PRO-API-KEY': settings.apiKey }),
  }
  let requests = 0

  async function post(url: string, body: unknown): Promise<Readonly<Record<string, unknown>>> {
    requests += 1
    options.onRequest?.()
    let response: Response
    let text: string
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal })
      text = await response.text()
    } catch (cause) {
      const isLate = cause instanceof Error && cause.name === 'TimeoutError'
      if (isLate) throw new TooLongError(`The node does not answer within ${timeoutMs / 1000} seconds.`, { cause })
      throw new NodeError('The node does not answer.', { cause })
    }
    const { status } = response
    const isLimited = status === 429 || (LIMIT_TEXT.test(text) && text.length < 2_000)
    if (isLimited && (status !== 200 || !text.includes('"result"')))
      throw new RateLimitError(`The node refuses more requests for now (HTTP status ${status}).`, {
        retryAfterMs: retryAfterMs(response.headers.get('retry-after'), now()) ?? suspensionMs(text),
      })
    if (status === 401 || status === 403)
      throw new NodeError(`The node refuses access (HTTP status ${status}): check its API key.`)
    if (TOO_LONG_STATUSES.includes(status))
      throw new TooLongError(`The node finds its answer too long (HTTP status ${status}).`)
    if (!response.ok) throw new NodeError(`The node answers with HTTP status ${status}.`)
    return parse(text)
  }

  async function askOnce(method: string, params: readonly unknown[]): Promise<unknown> {
    const { result, error } = await post(rpcUrl, { jsonrpc: '2.0', id: 1, method, params })
    if (error !== undefined && error !== null)
      throw new RefusalError(isRecord(error) ? String(error.message) : `The node refuses ${method}.`)
    if (result === undefined || (result === null && !NULLABLE.has(method)))
      throw new NodeError(`The node answers ${method} with nothing. Check its address and what its provider offers.`)
    return result
  }

  return {
    requests: () => requests,
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
    async wallet(call, body) {
      const answer = await post(`${base}/wallet/${call}`, { ...body, visible: true })
      if (typeof answer.Error === 'string') throw new RefusalError(`The node refuses ${call}: ${answer.Error}`)
      return answer
    },
  }
}

function parse(text: string): Readonly<Record<string, unknown>> {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch (cause) {
    throw new NodeError('The node answers with something that is no JSON.', { cause })
  }
  if (!isRecord(answer)) throw new NodeError('The node answers with something that is no object.')
  return answer
}

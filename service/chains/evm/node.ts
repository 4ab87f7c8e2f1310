import { createPublicClient, http, type PublicClient, type Transport } from 'viem'
import { EvmError, isUnavailable, RateLimitError, rateLimitOf } from './evm-errors.ts'

/** A node of a network that speaks Ethereum's protocol, over JSON-RPC. */

const TIMEOUT_MS = 5_000

/** The methods that answer `null` where there is no such thing. From any other that is no answer. */
const NULLABLE = new Set([
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getTransactionByHash',
  'eth_getTransactionReceipt',
])

/** Throws an EvmProblem for a result that the method never has. */
function assertResult(method: string, result: unknown): unknown {
  if (result === undefined || (result === null && !NULLABLE.has(method)))
    throw new EvmError(`The node answers ${method} with nothing. Check its address and what its provider offers.`)
  if (method === 'eth_getLogs' && !Array.isArray(result))
    throw new EvmError(`The node answers ${method} with something that is no list.`)
  return result
}

/** The milliseconds of a Retry-After header, which holds seconds or a date (RFC 9110, 10.2.3). */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null) return undefined
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

async function fetchOrLimit(...asked: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...asked)
  if (response.status !== 429) return response
  await response.body?.cancel()
  throw new RateLimitError(retryAfterMs(response.headers.get('retry-after'), Date.now()))
}

/** How often a question that the node was too busy for is asked, and the pauses before it is asked again. */
const MAX_TRIES = 3
const UNAVAILABLE_PAUSE_MS = 100
const RATE_PAUSE_MS = 1_000
/** A longer pause is left to the caller: what was read until then is kept. */
const MAX_PAUSE_MS = 5_000

/** How long to wait before a question is asked again; undefined where that would not help, or is too long. */
function pauseAfter(error: unknown, tries: number): number | undefined {
  if (tries >= MAX_TRIES) return undefined
  const limit = rateLimitOf(error)
  if (!limit) return isUnavailable(error) ? UNAVAILABLE_PAUSE_MS * 2 ** (tries - 1) : undefined
  const ms = limit.retryAfterMs ?? RATE_PAUSE_MS * 2 ** (tries - 1)
  return ms <= MAX_PAUSE_MS ? ms : undefined
}

/** Asks again what a busy node has turned down. */
async function retryWhenBusy<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask()
    } catch (error) {
      const ms = pauseAfter(error, tries)
      if (ms === undefined) throw error
      await new Promise((resolve) => setTimeout(resolve, ms))
    }
  }
}

export interface NodeOptions {
  /** Whether to ask again what the node was too busy for: for reading alone. */
  retriesWhenBusy?: boolean
}

/** Opens a client of the node at an address. Its calls throw what `evm-errors.ts` tells apart. */
export function openNode(rpcUrl: string, { retriesWhenBusy = false }: NodeOptions = {}): PublicClient {
  const plain = http(rpcUrl, { timeout: TIMEOUT_MS, retryCount: 0, fetchFn: fetchOrLimit })
  const transport: Transport = (options) => {
    const opened = plain(options)
    const request = async (asked: { method: string }, ...rest: unknown[]) => {
      const ask = () => (opened.request as (...all: unknown[]) => Promise<unknown>)(asked, ...rest)
      return assertResult(asked.method, await (retriesWhenBusy ? retryWhenBusy(ask) : ask()))
    }
    return { ...opened, request: request as typeof opened.request }
  }
  return createPublicClient({ transport }) as PublicClient
}

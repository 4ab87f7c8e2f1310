import { createPublicClient, erc20Abi, http, type PublicClient, type Transport } from 'viem'
import type { NodeSettings } from '#service/platform/settings/networks.ts'
import { NetworkError } from '../network.ts'
import { normal } from './addresses.ts'
import { isUnavailable, RateLimitError, rateLimitOf } from './errors.ts'

/** A node of a network that speaks Ethereum's protocol, over JSON-RPC. */

const TIMEOUT_MS = 5_000

/** Methods that return `null` when there is no such object; for all others `null` is an error. */
const NULLABLE = new Set([
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getTransactionByHash',
  'eth_getTransactionReceipt',
])

/** Throws a NetworkError for a result that the method cannot have. */
function assertResult(method: string, result: unknown): unknown {
  if (result === undefined || (result === null && !NULLABLE.has(method)))
    throw new NetworkError(`The node answers ${method} with nothing. Check its address and what its provider offers.`)
  if (method === 'eth_getLogs' && !Array.isArray(result))
    throw new NetworkError(`The node answers ${method} with something that is no list.`)
  return result
}

/** The milliseconds of a Retry-After header, which holds seconds or a date (RFC 9110, 10.2.3). */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null) return undefined
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

async function fetchOrLimit(...args: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...args)
  if (response.status !== 429) return response
  await response.body?.cancel()
  throw new RateLimitError(retryAfterMs(response.headers.get('retry-after'), Date.now()))
}

/** Tries of a request that the node was too busy for, and the pauses between them. */
const MAX_TRIES = 3
const UNAVAILABLE_PAUSE_MS = 100
const RATE_PAUSE_MS = 1_000
/** Longer pauses are left to the caller, which keeps what was read until then. */
const MAX_PAUSE_MS = 5_000

/** The pause before a retry; undefined where a retry would not help, or the pause is too long. */
function pauseAfter(error: unknown, tries: number): number | undefined {
  if (tries >= MAX_TRIES) return undefined
  const limit = rateLimitOf(error)
  if (!limit) return isUnavailable(error) ? UNAVAILABLE_PAUSE_MS * 2 ** (tries - 1) : undefined
  const ms = limit.retryAfterMs ?? RATE_PAUSE_MS * 2 ** (tries - 1)
  return ms <= MAX_PAUSE_MS ? ms : undefined
}

/** Retries requests that a busy node refused. */
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
  /** Whether to retry when the node is busy; only for reads. */
  retriesWhenBusy?: boolean
  /** Called before each request. */
  onRequest?(): void
}

/** Opens a client of the node at a URL. Its calls throw errors that `errors.ts` classifies. */
export function openNode(
  { url, headers, key }: NodeSettings,
  { retriesWhenBusy = false, onRequest }: NodeOptions = {},
): PublicClient {
  const fetchFn: typeof fetch = (...args) => {
    onRequest?.()
    return fetchOrLimit(...args)
  }
  const all = { ...(key !== undefined && { authorization: `Bearer ${key}` }), ...headers }
  const plain = http(url, { timeout: TIMEOUT_MS, retryCount: 0, fetchFn, fetchOptions: { headers: all } })
  const transport: Transport = (options) => {
    const opened = plain(options)
    const request = async (call: { method: string }, ...rest: unknown[]) => {
      const ask = () => (opened.request as (...all: unknown[]) => Promise<unknown>)(call, ...rest)
      return assertResult(call.method, await (retriesWhenBusy ? retryWhenBusy(ask) : ask()))
    }
    return { ...opened, request: request as typeof opened.request }
  }
  return createPublicClient({ transport }) as PublicClient
}

/** Throws a NetworkError when the node serves another chain: transfers would go to nobody. */
export async function checkChain(node: PublicClient, chainId: string): Promise<void> {
  const found = await node.getChainId()
  if (String(found) !== chainId) throw new NetworkError(`The node serves chain ${found}, not ${chainId}.`)
}

/** A token's decimals, which differ by network and by token. */
export async function decimalsOf(node: PublicClient, contract: string): Promise<number> {
  const address = normal(contract)
  if (!(await node.getCode({ address }))) throw new NetworkError(`The network has no token at ${address}.`)
  return node.readContract({ address, abi: erc20Abi, functionName: 'decimals' })
}

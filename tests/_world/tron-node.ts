import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { startAnvil } from '#service/chains/test-chain/anvil.ts'
import { createTronRpc } from './tron-rpc.ts'
import { createTronWallet } from './tron-wallet.ts'

/**
 * A java-tron node for tests: anvil executes contracts and makes blocks, and this server speaks JSON-RPC and `/wallet` with java-tron's
 * forms, errors and limits. It checks signature, id, expiration, reference block and duplicates of a transaction.
 */

/** 2026-11-26 12:00 UTC in seconds: the time of the first block. */
const FIRST_BLOCK_SECONDS = 1_795_694_400
const BLOCK_SECONDS = 3

export interface NodeReply {
  status?: number
  headers?: Record<string, string>
  body: string
}

/** A call of JSON-RPC (`eth_getLogs`) or of the HTTP interface (`getaccount`). */
export interface NodeCall {
  method: string
  params: readonly unknown[]
  headers: Readonly<Record<string, unknown>>
}

/** An answer in place of the node's; `never`: none ever comes. */
type Interceptor = (call: NodeCall) => NodeReply | 'never' | undefined
type Alteration = (result: unknown, params: readonly unknown[]) => unknown

/** Starts the node with its server. It ends with this process. */
export async function startTronNode() {
  const { child, url: anvilUrl } = await startAnvil(1337, [
    ...['--no-mining', '--base-fee', '0', '--gas-price', '0', '--timestamp', String(FIRST_BLOCK_SECONDS)],
  ])
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)

  async function anvil<T>(method: string, params: readonly unknown[] = []): Promise<T> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const reply = await fetch(anvilUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const { result, error } = (await reply.json()) as { result: T; error?: { message: string; code: number } }
    if (error) throw Object.assign(new Error(error.message), { rpc: error })
    return result
  }
  await anvil('anvil_setBlockTimestampInterval', [BLOCK_SECONDS])
  await anvil('anvil_autoImpersonateAccount', [true])

  const rpc = await createTronRpc(anvil)
  const wallet = createTronWallet(anvil, rpc)
  const calls: NodeCall[] = []
  const alterations = new Map<string, Alteration>()
  let interceptor: Interceptor | undefined
  let isDown = false

  async function answer(call: NodeCall, isRpc: boolean): Promise<unknown> {
    const { method, params } = call
    const result = isRpc ? await rpc.call(method, params) : await wallet.call(method, params[0] as never)
    const alteration = alterations.get(method)
    return alteration ? alteration(result, params) : result
  }

  const server = createServer(async (request, response) => {
    const body = JSON.parse((await text(request)) || '{}') as { id?: number; method?: string; params?: unknown[] }
    const isRpc = request.url === '/jsonrpc'
    const method = isRpc ? (body.method ?? '') : (request.url ?? '').replace('/wallet/', '')
    const call = { method, params: isRpc ? (body.params ?? []) : [body], headers: request.headers }
    calls.push(call)
    if (isDown) return void request.socket.destroy()
    const other = interceptor?.(call)
    if (other === 'never') return
    if (other) return void response.writeHead(other.status ?? 200, other.headers).end(other.body)
    response.setHeader('content-type', 'application/json')
    const frame = { jsonrpc: '2.0', id: body.id }
    try {
      const result = await answer(call, isRpc)
      if (result instanceof Error) throw result
      response.end(JSON.stringify(isRpc ? { ...frame, result } : result))
    } catch (error) {
      const { message, rpc } = error as Error & { rpc?: unknown }
      response.end(JSON.stringify(isRpc ? { ...frame, error: rpc ?? { code: -32_603, message } } : { Error: message }))
    }
  })
  // A test may think longer than the 5 seconds after which an idle connection would be closed.
  server.keepAliveTimeout = 600_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    anvil,
    rpc,
    wallet,
    /** Every call, in order. */
    calls,
    chainId: rpc.chainId,
    /** Replaces the node's result of a method, until it is called without a function. An Error is a refusal. */
    alter(method: string, alteration?: Alteration) {
      if (alteration) alterations.set(method, alteration)
      else alterations.delete(method)
    },
    intercept(by?: Interceptor) {
      interceptor = by
    },
    down(isDownNow = true) {
      isDown = isDownNow
    },
    /** Ends every fault. */
    behave() {
      alterations.clear()
      interceptor = undefined
      isDown = false
      rpc.lag(0n)
    },
    async mine(blocks: number) {
      await anvil('anvil_mine', [`0x${blocks.toString(16)}`])
    },
    /** Replaces the last blocks by as many empty ones. */
    async reorg(depth: number) {
      await anvil('anvil_reorg', [depth, []])
      await wallet.undoLost()
    },
    /** Forgets the transactions that no block holds yet. */
    async dropPending() {
      await anvil('anvil_dropAllTransactions')
      await wallet.undoLost()
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      process.off('exit', end)
      const exited = once(child, 'exit')
      end()
      await exited
    },
  }
}

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createSolanaChain } from './solana-chain.ts'
import { createSolanaRpc, RpcError } from './solana-rpc.ts'

/** A node of Solana for tests: JSON-RPC over HTTP in front of a chain of this machine, with faults. */

export interface NodeReply {
  status?: number
  headers?: Record<string, string>
  body: string
}

export interface NodeCall {
  method: string
  params: readonly unknown[]
  headers: Readonly<Record<string, unknown>>
}

/** An answer in place of the node's; `never`: none ever comes. */
type Interceptor = (call: NodeCall) => NodeReply | 'never' | undefined
/** An RpcError is the answer that it describes. */
type Alteration = (result: unknown, params: readonly unknown[]) => unknown

export async function startSolanaNode() {
  const chain = createSolanaChain()
  const rpc = createSolanaRpc(chain)
  const calls: NodeCall[] = []
  const alterations = new Map<string, Alteration>()
  let interceptor: Interceptor | undefined
  let isDown = false

  async function answer({ method, params }: NodeCall): Promise<unknown> {
    const result = rpc.call(method, params)
    const alteration = alterations.get(method)
    const altered = alteration ? await alteration(result, params) : result
    if (altered instanceof RpcError) throw altered
    return altered
  }

  const server = createServer(async (request, response) => {
    const {
      id,
      method = '',
      params = [],
    } = JSON.parse((await text(request)) || '{}') as {
      id?: number
      method?: string
      params?: unknown[]
    }
    const call = { method, params, headers: request.headers }
    calls.push(call)
    if (isDown) return void request.socket.destroy()
    const other = interceptor?.(call)
    if (other === 'never') return
    if (other) return void response.writeHead(other.status ?? 200, other.headers).end(other.body)
    response.setHeader('content-type', 'application/json')
    const frame = { jsonrpc: '2.0', id }
    try {
      response.end(JSON.stringify({ ...frame, result: (await answer(call)) ?? null }))
    } catch (error) {
      const { code = -32_603, message, data } = error as RpcError
      response.end(JSON.stringify({ ...frame, error: { code, message, data } }))
    }
  })
  // A test may think longer than the 5 seconds after which an idle connection would be closed.
  server.keepAliveTimeout = 600_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    chain,
    rpc,
    /** Every call, in order. */
    calls,
    /** Replaces the node's result of a method. */
    alter: (method: string, alteration: Alteration) => void alterations.set(method, alteration),
    intercept(by: Interceptor) {
      interceptor = by
    },
    down() {
      isDown = true
    },
    /** Ends every fault. */
    behave() {
      alterations.clear()
      interceptor = undefined
      isDown = false
      rpc.delivery.mode = 'next block'
      chain.lag(0)
      chain.hurry(false)
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

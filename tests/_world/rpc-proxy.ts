import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Chain } from './chain.ts'

/** `asked`: before the node receives it. `answered`: the node has executed it, and its reply is lost. */
type Moment = 'asked' | 'answered'

/** The result in place of the node's, possibly later. */
type Alteration = (result: unknown, params: readonly unknown[]) => unknown

async function alterReply(
  words: string,
  alteration: Alteration | undefined,
  params: readonly unknown[],
): Promise<string> {
  const { id, result } = JSON.parse(words) as { id: number; result: unknown }
  const altered = await alteration?.(result, params)
  const answer = altered instanceof Error ? { error: { code: -32_005, message: altered.message } } : { result: altered }
  return JSON.stringify({ jsonrpc: '2.0', id, ...answer })
}

export interface Call {
  method: string
  params: readonly unknown[]
  /** Number of the call since the interceptor was set, from 1. */
  nth: number
}

/** A reply in place of the node's. */
export interface Reply {
  status?: number
  headers?: Record<string, string>
  body: string
}

type Interceptor = (call: Call) => Reply | undefined

export type RpcProxy = Awaited<ReturnType<typeof createRpcProxy>>

/** A proxy in front of a chain's node: reports when a method is called, and can hold the call or its reply for ever. */
export async function createRpcProxy(chain: Pick<Chain, 'url' | 'settled'>) {
  const traps = new Map<string, { moment: Moment; reached(): void }>()
  const requests: string[] = []
  const alterations = new Map<string, Alteration>()
  let isDown = false
  let forgotten: readonly string[] = []
  let garbage: { status: number; words: string } | undefined
  let interceptor: Interceptor | undefined
  let intercepted = 0
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: unknown[] }
    requests.push(method)
    if (isDown) return void request.socket.destroy()
    if (garbage) return void response.writeHead(garbage.status).end(garbage.words)
    intercepted += 1
    const reply = interceptor?.({ method, params, nth: intercepted })
    if (reply) return void response.writeHead(reply.status ?? 200, reply.headers).end(reply.body)
    if (forgotten.includes(method)) return void response.end(JSON.stringify({ jsonrpc: '2.0', id, result: null }))
    const trap = traps.get(method)
    traps.delete(method)
    if (trap?.moment === 'asked') return trap.reached()
    const answer = await fetch(chain.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const words = await answer.text()
    if (method === 'eth_sendRawTransaction') await chain.settled()
    if (trap) return trap.reached()
    response
      .setHeader('content-type', 'application/json')
      .end(alterations.has(method) ? await alterReply(words, alterations.get(method), params) : words)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** All called methods, in order. */
    calls: requests,
    /** Holds the next call of a method; resolves when it has arrived there. */
    hold: (method: string, moment: Moment) => new Promise<void>((reached) => traps.set(method, { moment, reached })),
    /** Replies to some methods as if the node knew nothing. */
    forget(...methods: string[]) {
      forgotten = methods
    },
    /** Replaces the node's result of a method, until it is called without one. A refusal is an Error. */
    alter(method: string, alteration?: Alteration) {
      if (alteration) alterations.set(method, alteration)
      else alterations.delete(method)
    },
    /** Replies to some calls in place of the node, until it is called without a function. */
    intercept(by?: Interceptor) {
      interceptor = by
      intercepted = 0
    },
    /** Replies to everything with this text, until it is called without any. */
    garble(words?: string, status = 200) {
      garbage = words === undefined ? undefined : { status, words }
    },
    /** Resets all of these. */
    behave() {
      alterations.clear()
      forgotten = []
      garbage = undefined
      interceptor = undefined
      isDown = false
    },
    /** Aborts the held calls. */
    drop: () => server.closeAllConnections(),
    /** Every call fails, or none. */
    down(down = true) {
      isDown = down
    },
    stop() {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

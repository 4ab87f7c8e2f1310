import * as v from 'valibot'
import type { Endpoint, ReplyOf, RequestOf } from '../contract/endpoint.ts'
import { codes } from '../contract/endpoint.ts'
import { createSignature } from '../crypto/signature.ts'
import { CALL_TIMEOUT_MS } from '../rules/calls.ts'
import { RefusedError, TransportError } from './errors.ts'
import { readReply } from './reply.ts'

/** A refusal is not caused by the clock if the offset is below this: the service allows 300 s. */
const CLOCK_SLACK_MS = 60_000

export interface ClientOptions {
  base: string
  salt: string
  versionNo: string
  seal(payload: object): Promise<string>
  /** The session that calls are made with. Its user, where known, is told to the service. */
  session(): { token: string; user?: { id: string } | undefined } | undefined
  lang(): 'en' | 'zh'
  /** Called with the milliseconds to add to this device's clock when a response shows a different service time. */
  onClockOffset?: (ms: number) => void
  /** Milliseconds since the Unix epoch, by this device's clock. */
  now?: () => number
  fetch?: typeof fetch
  timeoutMs?: number
}

export type Call = <E extends Endpoint>(endpoint: E, payload: RequestOf<E>, signal?: AbortSignal) => Promise<ReplyOf<E>>

export interface Client {
  call: Call
  /** Milliseconds to add to this device's clock to get the service's. */
  clockOffset(): number
}

/** Rejects with the signal's reason. */
const rejectOnAbort = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const end = () => reject(signal.reason)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end)
  })

/** Calls of the contract: checked, signed, sealed, sent, and the answer checked again. */
export function createClient(options: ClientOptions): Client {
  const now = options.now ?? Date.now
  let offset = 0

  async function send(endpoint: Endpoint, payload: object, signal: AbortSignal): Promise<unknown> {
    const { salt, versionNo } = options
    const signature = createSignature({ now: now() + offset, versionNo, salt })
    // Read before the sealing, which takes time: the session may be another one afterwards.
    const session = options.session()
    const forUser = session?.user && { forUser: session.user.id }
    const q = await options.seal({ ...payload, ...forUser, ...signature })
    const headers: Record<string, string> = { 'content-type': 'application/json', lang: options.lang() }
    if (session) headers.token = session.token
    const body = JSON.stringify({ q })
    const sentAt = now()
    const response = await post(`${options.base}${endpoint.path}`, { headers, body }, signal)
    return readReply(response, (serverTime) => updateOffset(serverTime, sentAt))
  }

  /**
   * The reply's time is some moment between sending and now, in whole seconds. The offset is kept while it agrees, so
   * that no countdown jumps; otherwise it moves by the smallest amount needed.
   */
  function updateOffset(serverTime: number, sentAt: number): void {
    const min = serverTime * 1000 - now()
    const max = (serverTime + 1) * 1000 - sentAt
    const agreed = Math.min(max, Math.max(min, offset))
    if (agreed === offset) return
    offset = agreed
    options.onClockOffset?.(offset)
  }

  async function post(url: string, parts: { headers: Record<string, string>; body: string }, signal: AbortSignal) {
    const init: RequestInit = { method: 'POST', ...parts, credentials: 'omit', cache: 'no-store', signal }
    try {
      return await (options.fetch ?? fetch)(url, init)
    } catch (error) {
      if (signal.aborted) throw error
      throw new TransportError('offline', error instanceof Error ? error.message : String(error))
    }
  }

  /**
   * True if the envelope was refused because the clock that signed it was off. Concurrent calls are all refused,
   * including those whose refusal arrives after another response has corrected the offset.
   */
  const wasClockOff = (error: unknown, signedWith: number): boolean =>
    error instanceof RefusedError &&
    error.code === String(codes.badEnvelope) &&
    Math.abs(offset - signedWith) >= CLOCK_SLACK_MS

  /**
   * Ends a call that gets no response: when its caller aborts it, or after one limit for the whole call. Sealing waits
   * for a key and a worker, and a retry gets the time that the first try has left.
   */
  function createEnd({ path }: Endpoint, signal: AbortSignal | undefined) {
    const end = new AbortController()
    const giveUp = () => end.abort(signal?.reason)
    const timeOut = () => end.abort(new TransportError('timeout', `no answer of ${path} in time`))
    const limit = setTimeout(timeOut, options.timeoutMs ?? CALL_TIMEOUT_MS)
    if (signal?.aborted) giveUp()
    signal?.addEventListener('abort', giveUp)
    const release = () => {
      clearTimeout(limit)
      signal?.removeEventListener('abort', giveUp)
    }
    return { end: end.signal, release }
  }

  async function call<E extends Endpoint>(endpoint: E, payload: RequestOf<E>, signal?: AbortSignal) {
    const request = v.parse(endpoint.request, payload) as object
    const { end, release } = createEnd(endpoint, signal)
    const signedWith = offset
    const answer = send(endpoint, request, end).catch((error: unknown) => {
      if (wasClockOff(error, signedWith)) return send(endpoint, request, end)
      throw error
    })
    const data = await Promise.race([rejectOnAbort(end), answer]).finally(release)
    const reply = v.safeParse(endpoint.reply, data ?? {})
    if (!reply.success) throw new TransportError('unexpected', `the answer of ${endpoint.path} has another shape`)
    return reply.output as ReplyOf<E>
  }

  return { call, clockOffset: () => offset }
}

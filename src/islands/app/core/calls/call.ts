import { atom } from 'nanostores'
import type { Call } from '#lib/api/client.ts'
import { CALL_TIMEOUT_MS } from '#lib/rules/calls.ts'

/** Asks for the service's key and starts the sealing at once: both take longer than drawing the first screen. */
async function openApi() {
  const client = await import('./shell-calls.ts')
  // Who calls hears of a failure; here nobody waits for an answer.
  client.warmUp().catch(() => undefined)
  return client
}

let api: ReturnType<typeof openApi> | undefined

/** A chunk that does not come is told of as an answer that does not. */
const overdue = () =>
  new Promise<never>((_, reject) => {
    const error = new Error('the client of the calls did not come in time')
    setTimeout(reject, CALL_TIMEOUT_MS, Object.assign(error, { name: 'TransportError', kind: 'timeout' }))
  })

/** The endpoints that the shell calls itself: they stay out of its core. A chunk that did not come is asked for anew. */
export function shellEndpoints() {
  api ??= Promise.race([openApi(), overdue()]).catch((error: unknown) => {
    api = undefined
    throw error
  })
  return api
}

/** Settles when the first call is about to leave; rejects when none can. */
export async function firstCallLeaves(): Promise<void> {
  const { warmUp } = await shellEndpoints()
  const { firstSealed } = await warmUp()
  await firstSealed
}

/**
 * Calls of the contract from the app. Sealing and checking come in a chunk of their own, which is asked for at once:
 * the shell stands without it, and the first call waits for it.
 */
if (typeof document !== 'undefined') shellEndpoints().catch(() => undefined)

/** Whether the service can't be reached, as the browser or the newest call has told. */
export const $offline = atom(false)
/** How often the browser has told so. What was asked before says nothing of the time after. */
let breaks = 0
globalThis.window?.addEventListener('offline', () => {
  breaks += 1
  $offline.set(true)
})

export const call: Call = async (endpoint, payload, signal) => {
  const client = await shellEndpoints()
  // What a tap shows is drawn first: checking, signing and sealing for the first time are an eighth of its work.
  await new Promise((resolve) => setTimeout(resolve))
  const before = breaks
  try {
    const answer = await client.call(endpoint, payload, signal)
    if (before === breaks) $offline.set(false)
    return answer
  } catch (error) {
    const { kind } = error as { kind?: string }
    // Of a call that was given up, by the clock or by whoever made it, nobody knows.
    if (kind === 'offline') $offline.set(true)
    else if (kind !== 'timeout' && !signal?.aborted && before === breaks) $offline.set(false)
    throw error
  }
}

import { atom } from 'nanostores'
import type { Call } from '#lib/api/client.ts'
import { CALL_TIMEOUT_MS } from '#lib/rules/calls.ts'

/** Fetches the service's key and starts the sealing at once: both take longer than drawing the first screen. */
async function openApi() {
  const client = await import('./shell-calls.ts')
  // The callers get the failure; this call has no reader.
  client.warmUp().catch(() => undefined)
  return client
}

let api: ReturnType<typeof openApi> | undefined

/** A chunk that fails to load is reported like a missing response. */
const overdue = () =>
  new Promise<never>((_, reject) => {
    const error = new Error('the client of the calls did not come in time')
    setTimeout(reject, CALL_TIMEOUT_MS, Object.assign(error, { name: 'TransportError', kind: 'timeout' }))
  })

/** The shell's own endpoints, kept out of its core. A chunk that failed to load is requested again. */
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
 * Calls of the contract from the app. Sealing and checking are in a separate chunk that is requested at once: the shell
 * does not wait for it, the first call does.
 */
if (typeof document !== 'undefined') shellEndpoints().catch(() => undefined)

/** True if the service is unreachable, according to the browser or the newest call. */
export const $offline = atom(false)
/** Number of the browser's offline events: calls started before one say nothing about the time after it. */
let breaks = 0
globalThis.window?.addEventListener('offline', () => {
  breaks += 1
  $offline.set(true)
})

export const call: Call = async (endpoint, payload, signal) => {
  const client = await shellEndpoints()
  // Draws the result of a tap first: the first checking, signing and sealing take an eighth of its work.
  await new Promise((resolve) => setTimeout(resolve))
  const before = breaks
  try {
    const answer = await client.call(endpoint, payload, signal)
    if (before === breaks) $offline.set(false)
    return answer
  } catch (error) {
    const { kind } = error as { kind?: string }
    // An aborted call says nothing about the connection.
    if (kind === 'offline') $offline.set(true)
    else if (kind !== 'timeout' && !signal?.aborted && before === breaks) $offline.set(false)
    throw error
  }
}

import type { Call } from '#lib/api/client.ts'

/**
 * Calls of the contract from the app. Sealing and checking come in a chunk of their own, which is asked for at once:
 * the shell stands without it, and the first call waits for it.
 */
const api = typeof document === 'undefined' ? undefined : import('#lib/api/browser.ts')

export const call: Call = async (endpoint, payload, signal) => {
  const client = await (api ?? import('#lib/api/browser.ts'))
  return client.call(endpoint, payload, signal)
}

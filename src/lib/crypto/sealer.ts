import { seal } from './seal.ts'
import type { StartSource } from './ticket-sources.ts'
import { createTicketPool } from './tickets.ts'

const utf8 = new TextEncoder()

export interface Sealer {
  /** The payload as JSON in UTF-8, sealed for the service: the value of `q`. A retry needs a payload with a new signature. */
  seal(payload: object): Promise<string>
  /** Settles when the first request is sealed. */
  readonly firstSealed: Promise<void>
  /** Number of requests that can be sealed without waiting for the curve. */
  readonly ready: number
  close(): void
}

/**
 * Seals requests for the holder of this SM2 public key (`04` and 128 hex digits). Starts making tickets at once. `seal`
 * rejects if the key is not on the curve, if the curve code cannot be loaded, and after `close`.
 */
export function createSealer(publicKeyHex: string, options: { startSource?: StartSource } = {}): Sealer {
  const pool = createTicketPool(publicKeyHex, options.startSource)
  let markSealed = () => {}
  const firstSealed = new Promise<void>((resolve) => {
    markSealed = resolve
  })
  return {
    firstSealed,
    get ready() {
      return pool.ready
    },
    async seal(payload) {
      const message = utf8.encode(JSON.stringify(payload))
      for (;;) {
        const sealed = seal(await pool.take(), message)
        if (sealed === undefined) continue
        markSealed()
        return sealed
      }
    },
    close: () => pool.close(),
  }
}

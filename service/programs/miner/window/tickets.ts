import { randomBytes } from 'node:crypto'
import { isEqualSecret } from './door.ts'

const MAX_AGE_MS = 60_000

/** 256 bits, for a path. */
export const randomSecret = (): string => randomBytes(32).toString('base64url')

export interface Tickets {
  issue(): string
  /** Whether the ticket was valid; it is not any more. */
  redeem(ticket: string): boolean
}

/**
 * Single-use addresses for the browser. Other users of the machine can read the command line by which it is started, and would find the
 * secret in it.
 */
export function createTickets(now: () => number = Date.now): Tickets {
  const valid = new Map<string, number>()
  return {
    issue() {
      const ticket = randomSecret()
      valid.set(ticket, now() + MAX_AGE_MS)
      return ticket
    },
    redeem(given) {
      for (const [ticket, until] of valid) {
        if (until <= now()) valid.delete(ticket)
        else if (isEqualSecret(given, ticket)) return valid.delete(ticket)
      }
      return false
    },
  }
}

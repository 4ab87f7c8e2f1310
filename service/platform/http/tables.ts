declare module '../db/tables.ts' {
  interface Tables {
    sessions: SessionTable
    nonces: NonceTable
    rate_limits: RateLimitTable
  }
}

/** As rate-limiter-flexible keeps its budgets. */
export interface RateLimitTable {
  key: string
  points: number
  /** Unix milliseconds by the machine's clock; int8 comes as a string. */
  expire: string | null
}

export interface NonceTable {
  nonce: string
  expires_at: Date
}

export interface SessionTable {
  id: string
  user_id: string
  token_hash: string
  browser: string
  /** Recognises a browser that signed in before; a hash of its text. */
  browser_hash: string
  created_at: Date
  last_seen_at: Date
  expires_at: Date
  ended_at: Date | null
  /** Until when it may change the user's sign-in methods (step-up authentication). */
  proven_until: Date | null
}

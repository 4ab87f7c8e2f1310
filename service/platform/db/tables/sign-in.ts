export interface SignInTables {
  security_events: SecurityEventTable
  second_factors: SecondFactorTable
  recovery_codes: RecoveryCodeTable
  factor_tickets: FactorTicketTable
  factor_recoveries: FactorRecoveryTable
}

export interface SecurityEventTable {
  id: string
  user_id: string
  kind: string
  detail: string
  browser: string
  /** Part of the address; empty where it tells nothing. */
  network: string
  at: Date
}

export interface SecondFactorTable {
  user_id: string
  /** The secret, sealed under a key of the pepper. */
  box: string
  since: Date | null
  /** The step of the last code that was taken: each works once. */
  last_step: bigint
  created_at: Date
}

export interface RecoveryCodeTable {
  user_id: string
  code_hash: string
  used_at: Date | null
}

export interface FactorTicketTable {
  token_hash: string
  user_id: string
  /** How the first factor was proven. */
  way: string
  tries_left: number
  expires_at: Date
}

export interface FactorRecoveryTable {
  user_id: string
  asked_at: Date
  due_at: Date
  reminded_at: Date | null
  lang: 'en' | 'zh'
}

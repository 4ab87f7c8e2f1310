import type { Provider } from '../providers/tables.ts'

declare module '#service/platform/db/tables.ts' {
  interface Tables {
    email_codes: EmailCodeTable
    captchas: CaptchaTable
    oauth_states: OauthStateTable
    second_factors: SecondFactorTable
    recovery_codes: RecoveryCodeTable
    factor_tickets: FactorTicketTable
    factor_recoveries: FactorRecoveryTable
  }
}

export interface EmailCodeTable {
  username: string
  purpose: 'register' | 'reset' | 'login' | 'payment' | 'task' | 'prove' | 'lost-factor'
  code_hash: string
  created_at: Date
  expires_at: Date
  tries_left: number
  /** Tries from networks that the account used before. */
  own_tries_left: number
}

export interface CaptchaTable {
  uuid: string
  answer_hash: string
  expires_at: Date
}

export interface OauthStateTable {
  state_hash: string
  provider: Provider
  /** The user who started it; null for a sign-in. */
  user_id: string | null
  box: string
  expires_at: Date
}

export interface SecondFactorTable {
  user_id: string
  /** The secret, encrypted with a key of the pepper. */
  box: string
  since: Date | null
  /** The time step of the last accepted code; each step is valid once. */
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
  /** The first factor. */
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

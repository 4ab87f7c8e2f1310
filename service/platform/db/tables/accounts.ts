import type { ColumnType } from 'kysely'

export interface AccountTables {
  users: UserTable
  sessions: SessionTable
  email_codes: EmailCodeTable
  captchas: CaptchaTable
  nonces: NonceTable
  local_mail: LocalMailTable
}

export interface UserTable {
  id: string
  /** An e-mail address in its canonical form (service/messaging/mail/email-address.ts). */
  username: string
  name: string
  /** Null for who came in by another site and has set none. */
  password_hash: string | null
  payment_password_hash: string | null
  invite_code: string
  inviter_id: string | null
  withdrawals_locked_until: Date | null
  created_at: Date
}

export interface SessionTable {
  id: string
  user_id: string
  token_hash: string
  browser: string
  /** Recognises a browser that signed in before: a hash, never the text it was made from. */
  browser_hash: string
  created_at: Date
  last_seen_at: Date
  expires_at: Date
  ended_at: Date | null
  /** Until when it may change how its user comes in. */
  proven_until: Date | null
}

export interface EmailCodeTable {
  username: string
  purpose: 'register' | 'reset' | 'login' | 'payment' | 'task' | 'prove' | 'lost-factor'
  code_hash: string
  created_at: Date
  expires_at: Date
  tries_left: number
  /** Tries from networks in which the account was before. */
  own_tries_left: number
}

export interface CaptchaTable {
  uuid: string
  answer_hash: string
  expires_at: Date
}

export interface NonceTable {
  nonce: string
  expires_at: Date
}

export interface LocalMailTable {
  id: ColumnType<string, never, never>
  recipient: string
  subject: string
  body: string
  sent_at: Date
}

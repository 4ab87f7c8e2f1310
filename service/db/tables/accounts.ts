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
  username: string
  name: string
  password_hash: string
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
}

export interface EmailCodeTable {
  username: string
  purpose: 'register' | 'reset' | 'login' | 'payment' | 'task'
  code_hash: string
  created_at: Date
  expires_at: Date
  tries_left: number
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

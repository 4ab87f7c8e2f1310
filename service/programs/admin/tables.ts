import type { ColumnType } from 'kysely'

declare module '#service/platform/db/tables.ts' {
  interface Tables {
    operators: OperatorTable
    operator_sessions: OperatorSessionTable
  }
}

export interface OperatorTable {
  name: string
  key_hash: string
  /** The secret of the authenticator app, sealed. */
  box: string
  last_step: ColumnType<bigint, bigint | undefined, bigint>
  created_at: Date
}

interface OperatorSessionTable {
  token_hash: string
  operator: string
  expires_at: Date
  /** Flash message: shown once, by the next page. */
  said: string | null
}

import type { ColumnType, Generated } from 'kysely'
import type { Role } from '#service/platform/operator/roles.ts'

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
  role: Generated<Role>
  created_at: Date
}

interface OperatorSessionTable {
  token_hash: string
  operator: string
  expires_at: Date
  /** The last request, to the minute: an idle session ends. */
  seen_at: Date
  /** Until when its operator has proven by a code that it is they who act. */
  proven_until: Date
  /** Flash message: shown once, by the next page. */
  said: string | null
}

import type { ColumnType } from 'kysely'
import type { Message } from '#lib/contract/messages.ts'

declare module '#service/platform/db/tables.ts' {
  interface Tables {
    user_messages: UserMessageTable
  }
}

export interface UserMessageTable {
  id: string
  user_id: string
  category: Message['category']
  /** What it tells of, for example a step of a withdrawal. */
  source: string
  /** Its texts in the mail catalogue. */
  kind: string
  /** What is filled into them. */
  details: ColumnType<Record<string, string>, string, never>
  at: Date
  read_at: Date | null
}

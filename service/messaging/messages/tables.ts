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
  /** Identifies the event, for example a step of a withdrawal. */
  source: string
  /** Key of its texts in the mail catalogue. */
  kind: string
  /** Values of the texts. */
  details: ColumnType<Record<string, string>, string, never>
  at: Date
  read_at: Date | null
}

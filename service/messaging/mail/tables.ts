import type { ColumnType } from 'kysely'

declare module '#service/platform/db/tables.ts' {
  interface Tables {
    local_mail: LocalMailTable
  }
}

export interface LocalMailTable {
  id: ColumnType<string, never, never>
  recipient: string
  subject: string
  body: string
  sent_at: Date
}

import type { ColumnType } from 'kysely'

declare module '#service/platform/db/tables.ts' {
  interface Tables {
    notices: NoticeTable
    notice_reads: NoticeReadTable
    notice_marks: NoticeMarkTable
    broadcasts: BroadcastTable
  }
}

/** A text of an operator in both languages, in Markdown. */
interface TextColumns {
  title: string
  title_zh: string
  content: string
  content_zh: string
}

export interface NoticeTable extends TextColumns {
  id: string
  /** From then on it is seen. */
  publish_at: Date
  withdrawn_at: Date | null
  created_at: Date
  created_by: string
}

export interface NoticeReadTable {
  user_id: string
  notice_id: string
  read_at: Date
}

export interface NoticeMarkTable {
  user_id: string
  /** What was published up to here is read. */
  read_until: Date
}

/** Whom a message of an operator is for: everybody who fits all that is said. */
export interface Audience {
  userId?: string
  /** Whether they have a device that is bound. */
  hasDevice?: boolean
  /** Unix milliseconds; from the first, before the second. */
  joinedFrom?: number
  joinedBefore?: number
}

export interface BroadcastTable extends TextColumns {
  id: string
  filter: ColumnType<Audience, string, never>
  created_at: Date
  created_by: string
  /** The id of the last user who was looked at; '' before the first. */
  done_up_to: string
  sent: number
  ended_at: Date | null
}

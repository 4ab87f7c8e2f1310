import type { ColumnType } from 'kysely'

declare module '#service/platform/db/tables.ts' {
  interface Tables {
    notices: NoticeTable
    notice_reads: NoticeReadTable
    notice_marks: NoticeMarkTable
    broadcasts: BroadcastTable
  }
}

/** An operator's text in both languages, in Markdown. */
interface TextColumns {
  title: string
  title_zh: string
  content: string
  content_zh: string
}

export interface NoticeTable extends TextColumns {
  id: string
  /** Visible from this time on. */
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
  /** Notices that were published before this time are read. */
  read_until: Date
}

/** The audience of a broadcast: users who match all given conditions. */
export interface Audience {
  userId?: string
  /** Whether they have a bound device. */
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
  /** The id of the last processed user; '' before the first. */
  done_up_to: string
  sent: number
  ended_at: Date | null
}

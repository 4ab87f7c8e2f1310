import type { ReportCategory } from '#lib/rules/feedback.ts'
import type { Lang } from '#service/platform/http/messages.ts'

declare module '#service/platform/db/tables.ts' {
  interface Tables {
    reports: ReportTable
    report_words: ReportWordTable
    report_pictures: ReportPictureTable
  }
}

export interface ReportTable {
  id: string
  user_id: string
  request_id: string
  category: ReportCategory
  /** The language of the letters about it. */
  lang: Lang
  /** '' when none was given. */
  contact: string
  /** The user agent of the reporter; null without consent. */
  browser: string | null
  client_version: string | null
  /** Request id of the failed call that it reports. */
  fault_id: string | null
  at: Date
  /** When an operator closed it. */
  closed_at: Date | null
}

export interface ReportWordTable {
  report_id: string
  number: number
  author: 'user' | 'operator'
  /** The operator's name. */
  by_name: string | null
  /** Set for a user's follow-ups. */
  request_id: string | null
  content: string
  at: Date
  /** When the letter about an answer was queued. */
  told_at: Date | null
}

export interface ReportPictureTable {
  id: string
  user_id: string
  /** The session that may upload it, while it is valid. */
  session_id: string | null
  ticket_hash: string
  created_at: Date
  /** Until when the upload is accepted. */
  expires_at: Date
  report_id: string | null
  /** Its position in the report. */
  place: number | null
  /** WebP without metadata; null until it is uploaded. */
  picture: Buffer | null
}

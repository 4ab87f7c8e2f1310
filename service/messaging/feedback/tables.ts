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
  /** '' where none was given. */
  contact: string
  /** What the reporter's browser says of itself; null without consent. */
  browser: string | null
  client_version: string | null
  /** The id of the answer that said that something went wrong on our side. */
  fault_id: string | null
  at: Date
  /** When an operator has closed it. */
  closed_at: Date | null
}

export interface ReportWordTable {
  report_id: string
  number: number
  author: 'user' | 'operator'
  /** The operator's name. */
  by_name: string | null
  /** Of a user's word after the first. */
  request_id: string | null
  content: string
  at: Date
  /** When the letter about an answer was queued. */
  told_at: Date | null
}

export interface ReportPictureTable {
  id: string
  user_id: string
  /** Which session may send its bytes, while it goes on. */
  session_id: string | null
  ticket_hash: string
  created_at: Date
  /** Until when its bytes are taken. */
  expires_at: Date
  report_id: string | null
  /** Which of the report's it is. */
  place: number | null
  /** WebP without metadata; null until its bytes have come. */
  picture: Buffer | null
}

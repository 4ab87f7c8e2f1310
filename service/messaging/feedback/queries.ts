import { type Selectable, sql } from 'kysely'
import type { Report } from '#lib/contract/feedback.ts'
import { REPLY_OPEN_MS, reportState } from '#lib/rules/feedback.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Database } from '#service/platform/db/open.ts'
import { type PageRequest, pageOf } from '#service/platform/db/pagination.ts'
import { publish } from '#service/platform/live/publish.ts'
import { markMessagesRead } from '../notify/user-messages.ts'
import type { ReportTable, ReportWordTable } from './tables.ts'

export type ReportRow = Selectable<ReportTable>
export type WordRow = Selectable<ReportWordTable>

/** A report with its whole conversation. */
export interface WholeReport {
  row: ReportRow
  words: WordRow[]
  pictures: string[]
  isRead: boolean
}

/** The state of a report at a time in Unix milliseconds. */
export const stateOf = ({ row, words }: Pick<WholeReport, 'row' | 'words'>, now: number) => {
  const last = words.at(-1)
  return reportState(
    {
      closedAt: row.closed_at?.getTime() ?? null,
      lastBy: last?.author ?? 'user',
      lastAt: (last?.at ?? row.at).getTime(),
    },
    now,
  )
}

export function toReport(report: WholeReport, now: number): Report {
  const { row, words, pictures, isRead } = report
  const status = stateOf(report, now)
  const answer = words.findLast(({ author }) => author === 'operator')
  return {
    _id: row.id,
    category: row.category,
    content: words[0]?.content ?? '',
    time: unixSeconds(row.at),
    status,
    result: answer?.content ?? null,
    words: words.map(({ author, at, content }) => ({ from: author, time: unixSeconds(at), content })),
    isRead,
    openUntil: status === 'Replied' && answer ? unixSeconds(new Date(answer.at.getTime() + REPLY_OPEN_MS)) : null,
    pictures,
  }
}

/** The prefix of the source of messages about a report; the number of the word follows. */
export const sourceOf = (reportId: string): string => `feedback/${reportId}/`

/** Loads the words, the pictures and the read state of reports. */
export async function wholeReports(db: Database, rows: readonly ReportRow[]): Promise<WholeReport[]> {
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const words = await db
    .selectFrom('report_words')
    .selectAll()
    .where('report_id', 'in', ids)
    .orderBy('report_id')
    .orderBy('number')
    .execute()
  const pictures = await db
    .selectFrom('report_pictures')
    .select(['id', 'report_id'])
    .where('report_id', 'in', ids)
    .orderBy('place')
    .execute()
  const { rows: unread } = await sql<{ report: string }>`
    select split_part(source, '/', 2) as report from user_messages
    where user_id in (${sql.join([...new Set(rows.map((row) => row.user_id))])}) and category = 'feedback'
      and read_at is null`.execute(db)
  const isUnread = new Set(unread.map(({ report }) => report))
  return rows.map((row) => ({
    row,
    words: words.filter((word) => word.report_id === row.id),
    pictures: pictures.filter((picture) => picture.report_id === row.id).map(({ id }) => id),
    isRead: !isUnread.has(row.id),
  }))
}

export async function reportPage(
  db: Database,
  { userId, now }: { userId: string; now: number },
  at: PageRequest,
): Promise<{ records: Report[]; total: number }> {
  const query = db.selectFrom('reports').selectAll().where('user_id', '=', userId).orderBy('at', 'desc').orderBy('id')
  const { rows, total } = await pageOf(query, at)
  return { records: (await wholeReports(db, rows)).map((report) => toReport(report, now)), total }
}

/** One complete report; only of `userId` when one is given. */
export async function findReport(db: Database, of: { id: string; userId?: string }): Promise<WholeReport | undefined> {
  let query = db.selectFrom('reports').selectAll().where('id', '=', of.id)
  if (of.userId !== undefined) query = query.where('user_id', '=', of.userId)
  const row = await query.executeTakeFirst()
  return row && (await wholeReports(db, [row]))[0]
}

/** Marks the messages about answers to one report, or to all, as read, on the user's other screens too. */
export async function readReports(
  db: Database,
  { userId, id, now }: { userId: string; id?: string; now: number },
): Promise<{ read: number }> {
  const source = id === undefined ? undefined : sourceOf(id)
  const read = await markMessagesRead(db, { userId, category: 'feedback', source }, new Date(now))
  if (read > 0) await publish(db, userId)
  return { read }
}

import { type Selectable, sql } from 'kysely'
import type { Notice } from '#lib/contract/notices.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Database } from '#service/platform/db/open.ts'
import { type PageRequest, pageOf } from '#service/platform/db/pagination.ts'
import type { NoticeTable } from './tables.ts'

/** The visible notices at a time in Unix milliseconds. */
const publishedNotices = (db: Database, now: number) =>
  db.selectFrom('notices').where('publish_at', '<=', new Date(now)).where('withdrawn_at', 'is', null)

/**
 * Condition that a user has read a notice: by its own row, or by the mark of all before a time. Notices from before the
 * registration count as read. For statements with `notices` in scope.
 */
export const isReadBySql = (userId: string) => sql<boolean>`(
  notices.publish_at <= (
    select greatest(users.created_at, notice_marks.read_until) from users
    left join notice_marks on notice_marks.user_id = users.id where users.id = ${userId}
  ) or exists (
    select from notice_reads where notice_reads.user_id = ${userId} and notice_reads.notice_id = notices.id
  ))`

const toNotice = (row: Selectable<NoticeTable> & { is_read: boolean }): Notice => ({
  _id: row.id,
  title: row.title,
  titleZh: row.title_zh,
  content: row.content,
  contentZh: row.content_zh,
  time: unixSeconds(row.publish_at),
  isRead: row.is_read,
})

interface NoticeFilter {
  /** The user whose read state is returned; for a visitor everything is read. */
  userId?: string | undefined
  isRead?: boolean | undefined
  now: number
}

/** A page of the published notices, newest first, with the total number of matches. */
export async function noticePage(
  db: Database,
  { userId, isRead, now }: NoticeFilter,
  at: PageRequest,
): Promise<{ records: Notice[]; total: number }> {
  const isReadHere = userId === undefined ? sql<boolean>`true` : isReadBySql(userId)
  let query = publishedNotices(db, now)
  if (isRead !== undefined) query = query.where(isReadHere, '=', isRead)
  const { rows, total } = await pageOf(
    query.selectAll().select(isReadHere.as('is_read')).orderBy('publish_at', 'desc').orderBy('id'),
    at,
  )
  return { records: rows.map(toNotice), total }
}

export async function countUnreadNotices(db: Database, userId: string, now: number): Promise<number> {
  const { count } = await publishedNotices(db, now)
    .where(isReadBySql(userId), '=', false)
    .select((expression) => expression.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Marks all or some messages and notices as read, and returns how many changed. */
export async function markNoticesRead(
  db: Database,
  { userId, ids, now }: { userId: string; ids?: readonly string[]; now: number },
): Promise<{ read: number }> {
  if (ids === undefined) return markAllNoticesRead(db, userId, now)
  const { rows } = await sql`
    insert into notice_reads (user_id, notice_id, read_at)
    select ${userId}, id, ${new Date(now)} from notices
    where id in (${sql.join(ids)}) and publish_at <= ${new Date(now)} and withdrawn_at is null and not ${isReadBySql(userId)}
    on conflict do nothing returning notice_id`.execute(db)
  return { read: rows.length }
}

/** One row marks all as read, and replaces the rows of single notices. */
async function markAllNoticesRead(db: Database, userId: string, now: number): Promise<{ read: number }> {
  return db.transaction().execute(async (transaction) => {
    const read = await countUnreadNotices(transaction, userId, now)
    if (read === 0) return { read }
    await sql`
      insert into notice_marks (user_id, read_until) values (${userId}, ${new Date(now)})
      on conflict (user_id) do update set read_until = greatest(notice_marks.read_until, excluded.read_until)
    `.execute(transaction)
    await transaction.deleteFrom('notice_reads').where('user_id', '=', userId).execute()
    return { read }
  })
}

import { type RawBuilder, sql } from 'kysely'
import { type Message, messageCategories } from '#lib/contract/messages.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Database } from '#service/platform/db/open.ts'
import {
  isAfterKey,
  type KeyOrder,
  type KeysetPageRequest,
  orderSql,
  trimPage,
} from '#service/platform/db/pagination.ts'
import type { Lang } from '#service/platform/http/messages.ts'
import type { LetterKind } from '../mail/letter-values.ts'
import { renderText } from '../mail/letters.ts'
import { countUnreadNotices, isReadBySql, markNoticesRead } from '../notices/queries.ts'
import { hrefsOf } from '../notify/hrefs.ts'
import { BROADCAST, hasOperatorText, NOTICE, type OperatorText, operatorTexts } from '../notify/operator-texts.ts'
import { markMessagesRead } from '../notify/user-messages.ts'

/** A row of the inbox: a message to the user, or a notice to everybody. */
interface InboxRow {
  id: string
  category: Message['category']
  is_read: boolean
  at: Date
  kind: string
  details: Record<string, string>
}

function toMessage(
  row: InboxRow,
  lang: Lang,
  extras: { written: OperatorText | undefined; href: string | null },
): Message {
  const common = { _id: row.id, category: row.category, isRead: row.is_read, time: unixSeconds(row.at) }
  if (hasOperatorText(row.kind))
    return { ...common, title: '', content: '', ...extras.written, isMarkdown: true, href: null }
  const { subject, text } = renderText(lang, row.kind as LetterKind, row.details)
  return { ...common, title: subject, content: text, isMarkdown: false, href: extras.href }
}

const textIdOf = (row: InboxRow): string => (row.kind === BROADCAST ? (row.details.broadcast ?? '') : row.id)

export interface MessageFilter {
  userId: string
  category?: Message['category'] | undefined
  isRead?: boolean | undefined
  now: number
}

const isReadSql = (isRead: boolean | undefined, column: ReturnType<typeof isReadBySql>) =>
  isRead === undefined ? sql`true` : isRead ? column : sql`not ${column}`

/** SQL for the user's own messages. */
function messagesSql({ userId, category, isRead }: MessageFilter) {
  const isOfCategory = category === undefined ? sql`true` : sql`category = ${category}`
  return sql`
    select id, category, read_at is not null as is_read, at, kind, details from user_messages
    where user_id = ${userId} and ${isOfCategory} and ${isReadSql(isRead, sql<boolean>`(read_at is not null)`)}`
}

/** SQL for the notices, as rows of the inbox. */
function noticesSql({ userId, category, isRead, now }: MessageFilter) {
  const includesNotices = category === undefined || category === 'announcement'
  return sql`
    select id, 'announcement' as category, ${isReadBySql(userId)} as is_read, publish_at as at, ${NOTICE} as kind,
      '{}'::jsonb as details from notices
    where ${includesNotices ? sql`true` : sql`false`} and publish_at <= ${new Date(now)} and withdrawn_at is null
      and ${isReadSql(isRead, isReadBySql(userId))}`
}

const newest: KeyOrder<InboxRow> = [
  { column: 'at', part: 'time', order: 'desc', of: ({ at }) => at },
  { column: 'id', part: 'id', order: 'asc', of: ({ id }) => id },
]

/** A page of a user's messages and notices, newest first, with the total number of matches. */
export async function messagePage(
  db: Database,
  filter: MessageFilter,
  { lang, size, ...at }: KeysetPageRequest & { lang: Lang },
): Promise<{ records: Message[]; total: number; next: string | null }> {
  const [messages, notices] = [messagesSql(filter), noticesSql(filter)]
  const before = at.after === undefined ? (at.page - 1) * size : 0
  const from = at.after === undefined ? sql`true` : isAfterKey(newest, at.after)
  // Each arm of the union has the limit: an index provides its first rows, and no inbox is read completely.
  const first = (arm: RawBuilder<unknown>) =>
    sql`(select * from (${arm}) as arm where ${from} order by ${orderSql(newest)} limit ${before + size + 1})`
  const { rows: found } = await sql<InboxRow>`
    select * from (${first(messages)} union all ${first(notices)}) as box
    order by ${orderSql(newest)} limit ${size + 1} offset ${before}`.execute(db)
  const { rows: counted } = await sql<{ total: string }>`
    select (select count(*) from (${messages}) as box) + (select count(*) from (${notices}) as box) as total`.execute(
    db,
  )
  const { rows, next } = trimPage(newest, found, size)
  const texts = await operatorTexts(
    db,
    rows.map((row) => ({ kind: row.kind, textId: textIdOf(row) })),
    lang,
  )
  const hrefs = await hrefsOf(db, rows)
  const records = rows.map((row) => toMessage(row, lang, { written: texts(row.kind, textIdOf(row)), href: hrefs(row) }))
  return { records, total: Number(counted[0]?.total ?? 0), next }
}

/** The numbers of unread messages and notices, in total and by category. */
export async function unreadCounts(db: Database, userId: string, now: number) {
  const rows = await db
    .selectFrom('user_messages')
    .select((expression) => ['category', expression.fn.countAll<string>().as('count')])
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .groupBy('category')
    .execute()
  const counts = new Map(rows.map(({ category, count }) => [category, Number(count)]))
  const [fromOperators = 0, feedback = 0, message = 0] = messageCategories.map((category) => counts.get(category))
  const announcement = fromOperators + (await countUnreadNotices(db, userId, now))
  return { total: announcement + feedback + message, announcement, feedback, message }
}

/** Marks all or some messages and notices as read, and returns how many changed. */
export async function markRead(
  db: Database,
  { userId, ids, now }: { userId: string; ids?: readonly string[]; now: number },
): Promise<{ read: number }> {
  const read = await markMessagesRead(db, { userId, ids }, new Date(now))
  const notices = await markNoticesRead(db, { userId, now, ...(ids && { ids }) })
  return { read: read + notices.read }
}

import { type RawBuilder, sql } from 'kysely'
import { type Message, messageCategories } from '#lib/contract/messages.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Database } from '#service/platform/db/open.ts'
import { behind, cut, inOrder, type KeyedAt, type KeyOrder } from '#service/platform/db/paging.ts'
import type { Lang } from '#service/platform/http/messages.ts'
import type { LetterKind } from '../mail/letter-values.ts'
import { textOf } from '../mail/letters.ts'
import { countUnreadNotices, markNoticesRead, readBy } from '../notices/queries.ts'
import { hrefsOf } from '../notify/hrefs.ts'
import { markMessagesRead } from '../notify/user-messages.ts'
import { BROADCAST, isWritten, NOTICE, type WrittenText, writtenTexts } from '../notify/written-texts.ts'

/** A row of a box: what was left in it, or a notice to everybody. */
interface BoxRow {
  id: string
  category: Message['category']
  is_read: boolean
  at: Date
  kind: string
  details: Record<string, string>
}

function shape(row: BoxRow, lang: Lang, told: { written: WrittenText | undefined; href: string | null }): Message {
  const common = { _id: row.id, category: row.category, isRead: row.is_read, time: unixSeconds(row.at) }
  if (isWritten(row.kind)) return { ...common, title: '', content: '', ...told.written, isMarkdown: true, href: null }
  const { subject, text } = textOf(lang, row.kind as LetterKind, row.details)
  return { ...common, title: subject, content: text, isMarkdown: false, href: told.href }
}

const textIdOf = (row: BoxRow): string => (row.kind === BROADCAST ? (row.details.broadcast ?? '') : row.id)

export interface MessageFilter {
  userId: string
  category?: Message['category'] | undefined
  isRead?: boolean | undefined
  now: number
}

const isOf = (isRead: boolean | undefined, column: ReturnType<typeof readBy>) =>
  isRead === undefined ? sql`true` : isRead ? column : sql`not ${column}`

/** What was left in the box of a user. */
function leftIn({ userId, category, isRead }: MessageFilter) {
  const isOfCategory = category === undefined ? sql`true` : sql`category = ${category}`
  return sql`
    select id, category, read_at is not null as is_read, at, kind, details from user_messages
    where user_id = ${userId} and ${isOfCategory} and ${isOf(isRead, sql<boolean>`(read_at is not null)`)}`
}

/** Notices, as rows of the box. */
function noticesFor({ userId, category, isRead, now }: MessageFilter) {
  const isAsked = category === undefined || category === 'announcement'
  return sql`
    select id, 'announcement' as category, ${readBy(userId)} as is_read, publish_at as at, ${NOTICE} as kind,
      '{}'::jsonb as details from notices
    where ${isAsked ? sql`true` : sql`false`} and publish_at <= ${new Date(now)} and withdrawn_at is null
      and ${isOf(isRead, readBy(userId))}`
}

const newest: KeyOrder<BoxRow> = [
  { column: 'at', part: 'time', order: 'desc', of: ({ at }) => at },
  { column: 'id', part: 'id', order: 'asc', of: ({ id }) => id },
]

/** A page of a user's messages and of the notices, newest first, with the number of all that the filter lets through. */
export async function messagePage(
  db: Database,
  filter: MessageFilter,
  { lang, size, ...at }: KeyedAt & { lang: Lang },
): Promise<{ records: Message[]; total: number; next: string | null }> {
  const [left, notices] = [leftIn(filter), noticesFor(filter)]
  const before = at.after === undefined ? (at.page - 1) * size : 0
  const from = at.after === undefined ? sql`true` : behind(newest, at.after)
  // Each arm ends by itself where the page ends: an index gives its first rows, and no box is read whole.
  const first = (arm: RawBuilder<unknown>) =>
    sql`(select * from (${arm}) as arm where ${from} order by ${inOrder(newest)} limit ${before + size + 1})`
  const { rows: found } = await sql<BoxRow>`
    select * from (${first(left)} union all ${first(notices)}) as box
    order by ${inOrder(newest)} limit ${size + 1} offset ${before}`.execute(db)
  const { rows: counted } = await sql<{ total: string }>`
    select (select count(*) from (${left}) as box) + (select count(*) from (${notices}) as box) as total`.execute(db)
  const { rows, next } = cut(newest, found, size)
  const texts = await writtenTexts(
    db,
    rows.map((row) => ({ kind: row.kind, textId: textIdOf(row) })),
    lang,
  )
  const hrefs = await hrefsOf(db, rows)
  const records = rows.map((row) => shape(row, lang, { written: texts(row.kind, textIdOf(row)), href: hrefs(row) }))
  return { records, total: Number(counted[0]?.total ?? 0), next }
}

/** How many messages and notices a user has not read, in all and by category. */
export async function unreadCounts(db: Database, userId: string, now: number) {
  const rows = await db
    .selectFrom('user_messages')
    .select((expression) => ['category', expression.fn.countAll<string>().as('count')])
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .groupBy('category')
    .execute()
  const counts = new Map(rows.map(({ category, count }) => [category, Number(count)]))
  const [told = 0, feedback = 0, message = 0] = messageCategories.map((category) => counts.get(category))
  const announcement = told + (await countUnreadNotices(db, userId, now))
  return { total: announcement + feedback + message, announcement, feedback, message }
}

/** Marks what a user has not read, all of it or some, and says how many those were. */
export async function markRead(
  db: Database,
  { userId, ids, now }: { userId: string; ids?: readonly string[]; now: number },
): Promise<{ read: number }> {
  const read = await markMessagesRead(db, { userId, ids }, new Date(now))
  const notices = await markNoticesRead(db, { userId, now, ...(ids && { ids }) })
  return { read: read + notices.read }
}

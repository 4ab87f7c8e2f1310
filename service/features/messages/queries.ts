import type { Selectable } from 'kysely'
import { type Message, messageCategories } from '#lib/contract/messages.ts'
import { unixSeconds } from '../../clock.ts'
import type { Database } from '../../db/open.ts'
import type { UserMessageTable } from '../../db/tables/messages.ts'
import type { Lang } from '../../http/messages.ts'
import { type LetterKind, textOf } from '../accounts/letters.ts'

const screens: Readonly<Record<string, string>> = { withdrawal: '/user/earnings/withdrawals' }

function shape(row: Selectable<UserMessageTable>, lang: Lang): Message {
  const { subject, text } = textOf(lang, row.kind as LetterKind, row.details)
  const href = Object.entries(screens).find(([kind]) => row.kind.startsWith(kind))?.[1] ?? null
  const common = { _id: row.id, category: row.category, isRead: row.read_at !== null, time: unixSeconds(row.at) }
  return { ...common, title: subject, content: text, href }
}

export interface MessageFilter {
  userId: string
  category?: Message['category'] | undefined
  isRead?: boolean | undefined
}

/** A page of a user's messages, newest first, with the number of all that the filter lets through. */
export async function messagePage(
  db: Database,
  { userId, category, isRead }: MessageFilter,
  { page, size, lang }: { page: number; size: number; lang: Lang },
): Promise<{ records: Message[]; total: number }> {
  let query = db.selectFrom('user_messages').where('user_id', '=', userId)
  if (category !== undefined) query = query.where('category', '=', category)
  if (isRead !== undefined) query = query.where('read_at', isRead ? 'is not' : 'is', null)
  const rows = await query
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  const { total } = await query
    .select((expression) => expression.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  return { records: rows.map((row) => shape(row, lang)), total: Number(total) }
}

/** How many messages a user has not read, in all and by category. */
export async function unreadCounts(db: Database, userId: string) {
  const rows = await db
    .selectFrom('user_messages')
    .select((expression) => ['category', expression.fn.countAll<string>().as('count')])
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .groupBy('category')
    .execute()
  const counts = new Map(rows.map(({ category, count }) => [category, Number(count)]))
  const [announcement = 0, feedback = 0, message = 0] = messageCategories.map((category) => counts.get(category))
  return { total: announcement + feedback + message, announcement, feedback, message }
}

/** Marks what a user has not read, all of it or some, and says how many those were. */
export async function markRead(
  db: Database,
  { userId, ids, now }: { userId: string; ids?: readonly string[]; now: number },
): Promise<{ read: number }> {
  let query = db
    .updateTable('user_messages')
    .set({ read_at: new Date(now) })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
  if (ids) query = query.where('id', 'in', ids)
  const { numUpdatedRows } = await query.executeTakeFirst()
  return { read: Number(numUpdatedRows) }
}

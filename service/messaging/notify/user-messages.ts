import type { Insertable } from 'kysely'
import { type SqlBool, sql } from 'kysely'
import type { Message } from '#lib/contract/messages.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { UserMessageTable } from './tables.ts'

/** Adds messages to the boxes of their users; a source that a user has a message of already adds nothing. */
export async function addMessages(db: Database, rows: readonly Insertable<UserMessageTable>[]): Promise<void> {
  await db
    .insertInto('user_messages')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['user_id', 'source']).doNothing())
    .execute()
}

/** Which messages to mark; every condition that is given has to hold. */
export interface UnreadFilter {
  userId?: string | undefined
  ids?: readonly string[] | undefined
  category?: Message['category'] | undefined
  /** The beginning of their source. */
  source?: string | undefined
  before?: Date | undefined
}

/** Marks messages that are not read yet as read at `at`, and returns how many those were. */
export async function markMessagesRead(db: Database, filter: UnreadFilter, at: Date): Promise<number> {
  const { userId, ids, category, source, before } = filter
  let query = db.updateTable('user_messages').set({ read_at: at })
  if (userId !== undefined) query = query.where('user_id', '=', userId)
  if (category !== undefined) query = query.where('category', '=', category)
  query = query.where('read_at', 'is', null)
  if (ids !== undefined) query = query.where('id', 'in', ids)
  if (source !== undefined) query = query.where(sql<SqlBool>`starts_with(source, ${source})`)
  if (before !== undefined) query = query.where('at', '<', before)
  const { numUpdatedRows } = await query.executeTakeFirst()
  return Number(numUpdatedRows)
}

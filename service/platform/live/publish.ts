import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/open.ts'

/** The channel of the database on which all nodes hear what is new. */
export const LIVE_CHANNEL = 'live'

/** Stands for everybody. */
export const EVERYBODY = '*'

/** Stands for nobody: such a word only has an id. */
export const NOBODY = '-'

/** Stands before the id of a session that has ended, in the place of a user. */
export const ENDED = 'ended:'

/** Has every node end the streams of sessions that have ended: with the caller's transaction, or not at all. */
export async function publishEnded(db: Database, sessions: readonly { id: string }[]): Promise<void> {
  if (sessions.length === 0) return
  const messages = sessions.map(({ id }) => ENDED + id)
  await sql`select pg_notify(${LIVE_CHANNEL}, message) from unnest(${messages}::text[]) as of(message)`.execute(db)
}

/** Tells a user within a statement, as a column of what it selects. The id is that of the transaction, for which all nodes know it. */
export const publishSql = (userId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`pg_notify(${LIVE_CHANNEL}, ${userId} || ' ' || pg_current_xact_id())`

/**
 * Tells the open pages of users, over all nodes, that something is new: with the caller's transaction, or not at all. It
 * carries ids and nothing of what happened: the pages ask for that.
 */
export const publish = async (db: Database, ...userIds: readonly string[]): Promise<void> => {
  await sql`select ${publishSql(sql`id`)} from unnest(${userIds}::text[]) as of(id)`.execute(db)
}

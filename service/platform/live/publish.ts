import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/open.ts'

/** The NOTIFY channel on which all nodes listen. */
export const LIVE_CHANNEL = 'live'

/** Recipient: every user. */
export const EVERYBODY = '*'

/** Recipient: nobody. Such a message only brings an id. */
export const NOBODY = '-'

/** Prefix of a session id that has ended, in place of a recipient. */
export const ENDED = 'ended:'

/** Makes every node end the streams of ended sessions, when the caller's transaction commits. */
export async function publishEnded(db: Database, sessions: readonly { id: string }[]): Promise<void> {
  if (sessions.length === 0) return
  const messages = sessions.map(({ id }) => ENDED + id)
  await sql`select pg_notify(${LIVE_CHANNEL}, message) from unnest(${messages}::text[]) as of(message)`.execute(db)
}

/** SQL that notifies a user, as a selected column. The message id is the transaction's id, by which all nodes know it. */
export const publishSql = (userId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`pg_notify(${LIVE_CHANNEL}, ${userId} || ' ' || pg_current_xact_id())`

/**
 * Notifies the open pages of users, on all nodes, when the caller's transaction commits. A message carries ids and no data: the
 * pages fetch what changed.
 */
export const publish = async (db: Database, ...userIds: readonly string[]): Promise<void> => {
  await sql`select ${publishSql(sql`id`)} from unnest(${userIds}::text[]) as of(id)`.execute(db)
}

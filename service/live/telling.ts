import { sql } from 'kysely'
import type { Database } from '../db/open.ts'

/** The channel of the database on which all nodes hear what is new. */
export const LIVE_CHANNEL = 'live'

/** Stands for everybody. */
export const EVERYBODY = '*'

/**
 * Tells the open pages of users, over all nodes, that something is new: with the caller's transaction, or not at all. It
 * carries an id and nothing of what happened: the pages ask for that.
 */
export const tellLive = async (db: Database, ...userIds: readonly string[]): Promise<void> => {
  await sql`select pg_notify(${LIVE_CHANNEL}, id) from unnest(${userIds}::text[]) as of(id)`.execute(db)
}

/** The same for the user of a device. */
export const tellLiveOf = async (db: Database, deviceId: string): Promise<void> => {
  await sql`select pg_notify(${LIVE_CHANNEL}, user_id) from devices where id = ${deviceId}`.execute(db)
}

import { type Kysely, sql } from 'kysely'

/** The session that a ticket was given to: it ends with it. Tickets from before have minutes to live, and are of no session. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table report_pictures add column session_id text`.execute(db)
  await sql`alter table alert_chat_codes add column session_id text`.execute(db)
}

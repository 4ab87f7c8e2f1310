import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Rows are in order of time, so a few pages of index find the old ones.
  await sql`create index device_events_by_time on device_events using brin (at)`.execute(db)
}

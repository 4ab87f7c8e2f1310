import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Lines are written in the order of time, so a few pages of index find those that have grown old.
  await sql`create index device_events_by_time on device_events using brin (at)`.execute(db)
}

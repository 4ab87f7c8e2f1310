import { type Kysely, sql } from 'kysely'

/** The run of the miner that mines for a device: the one that asked for work last. Null for miners that send none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table devices add column run_id uuid`.execute(db)
  await sql`
    alter table device_events
      drop constraint device_events_kind_check,
      add constraint device_events_kind_check
        check (kind in ('bound', 'online', 'offline', 'renamed', 'refused', 'replaced', 'unbound')) not valid`.execute(
    db,
  )
}

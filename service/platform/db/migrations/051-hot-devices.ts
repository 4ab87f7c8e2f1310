import { type Kysely, sql } from 'kysely'

/**
 * The heat of a device, by its reports: the first one that was hot, the first one of the hot ones without a gap, and the last one. The alert
 * remembers the first one, so that it is sent once until the device has cooled down.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table devices
      add column hot_since timestamptz,
      add column hot_from timestamptz,
      add column hot_at timestamptz,
      add constraint devices_hot check (num_nonnulls(hot_since, hot_from, hot_at) in (0, 3))`.execute(db)
  await sql`alter table device_alerts add column hot_since timestamptz`.execute(db)
}

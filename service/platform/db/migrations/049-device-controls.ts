import { type Kysely, sql } from 'kysely'

/**
 * Pauses and measurements, which change with reports, are in the device's row. Settings and wishes change rarely and have a row of their
 * own: each report writes a new version of the device's row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table devices
      add column pause jsonb,
      add column sensors jsonb,
      add column mining_watts real,
      add column mining_since timestamptz`.execute(db)
  await sql`
    create table device_controls (
      device_id text primary key references devices (id),
      settings jsonb,
      wish jsonb,
      wish_id integer not null default 0 check (wish_id >= 0),
      wish_at timestamptz,
      followed_id integer not null default 0 check (followed_id <= wish_id)
    )`.execute(db)
}

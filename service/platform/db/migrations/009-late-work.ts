import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // A day that was settled before it ended is settled again: its parts are counted from 0.
  await sql`alter table settlements add column part smallint not null default 0`.execute(db)
  await sql`alter table earnings add column part smallint not null default 0`.execute(db)
  await sql`alter table earnings drop constraint earnings_source_id_coin_day_type_key`.execute(db)
  await sql`alter table earnings add unique (source_id, coin, day, type, part)`.execute(db)
}

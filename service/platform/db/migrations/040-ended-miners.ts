import { type Kysely, sql } from 'kysely'

/** A miner that ends says so: its device is offline at once, and nobody is alarmed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table devices
      drop constraint devices_state_check,
      add constraint devices_state_check check (state in ('mining', 'paused', 'ended'))`.execute(db)
}

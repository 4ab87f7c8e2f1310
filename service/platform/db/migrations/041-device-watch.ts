import { type Kysely, sql } from 'kysely'

/** Time up to which devices were checked for silence: each silence is reported once, over all nodes and after an outage. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table device_watch (
      one boolean primary key default true check (one),
      looked_at timestamptz not null
    )`.execute(db)
  await sql`insert into device_watch (looked_at) values ('epoch')`.execute(db)
}

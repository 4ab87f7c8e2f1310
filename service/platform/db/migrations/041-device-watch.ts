import { type Kysely, sql } from 'kysely'

/** Up to when it was looked which devices have fallen silent: each is told of once, over all nodes and after a pause. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table device_watch (
      one boolean primary key default true check (one),
      looked_at timestamptz not null
    )`.execute(db)
  await sql`insert into device_watch (looked_at) values ('epoch')`.execute(db)
}

import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_closings (
      user_id text primary key references users (id),
      asked_at timestamptz not null,
      closes_at timestamptz not null,
      closed_at timestamptz,
      lang text not null
    )`.execute(db)
  await sql`create index account_closings_open on account_closings (closes_at) where closed_at is null`.execute(db)
}

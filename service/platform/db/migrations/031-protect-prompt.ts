import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Who was asked to protect the account's money and said no, once and for all.
  await sql`
    create table protect_refusals (
      user_id text primary key references users (id),
      at timestamptz not null
    )`.execute(db)
}

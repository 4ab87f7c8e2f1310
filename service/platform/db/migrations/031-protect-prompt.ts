import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Users who declined to protect their account's money; they are not asked again.
  await sql`
    create table protect_refusals (
      user_id text primary key references users (id),
      at timestamptz not null
    )`.execute(db)
}

import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Operators who are known before this decide everything, as they did.
  await sql`
    alter table operators
      add column role text not null default 'admin' check (role in ('viewer', 'support', 'finance', 'admin'))`.execute(
    db,
  )
  // Sessions that are open now have to sign in again.
  await sql`delete from operator_sessions`.execute(db)
  await sql`
    alter table operator_sessions
      add column seen_at timestamptz not null,
      add column proven_until timestamptz not null`.execute(db)
}

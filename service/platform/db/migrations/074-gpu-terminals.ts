import { type Kysely, sql } from 'kysely'

/** Terminals in the browser: each has a key of its own, which opens its rental while the row is alive. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table gpu_terminals (
      id text primary key,
      rental_id text not null references gpu_rentals,
      user_id text not null references users (id),
      kind text not null check (kind in ('shell', 'log')),
      -- Null once it is used.
      ticket_hash text unique,
      public_key text not null,
      sealed_key text not null,
      alive_until timestamptz not null
    )`.execute(db)
  await sql`create index gpu_terminals_rental on gpu_terminals (rental_id)`.execute(db)
}

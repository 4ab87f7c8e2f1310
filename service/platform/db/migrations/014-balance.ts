import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table recharges (
      id text primary key,
      user_id text not null references users (id),
      request_id text not null,
      network text not null,
      amount numeric(60, 0) not null check (amount > 0),
      address text not null,
      asked_at timestamptz not null,
      unique (user_id, request_id)
    )`.execute(db)
  await sql`create index recharges_by_user on recharges (user_id, asked_at desc, id)`.execute(db)
  // Below this balance the user is notified once, until it has been above it again.
  await sql`
    create table balance_alerts (
      user_id text primary key references users (id),
      threshold numeric(60, 0) not null check (threshold > 0),
      told boolean not null default false
    )`.execute(db)
}

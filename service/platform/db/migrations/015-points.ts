import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Points for 10^12 hashes of verified work, from a UTC day on. Days that were settled before there were points bring none.
  await sql`
    create table point_rates (
      from_day date primary key,
      per_tera numeric(60, 0) not null check (per_tera >= 0),
      set_at timestamptz not null
    )`.execute(db)
  await sql`
    insert into point_rates (from_day, per_tera, set_at)
    select coalesce((select max(day) + 1 from settlements), '2000-01-01'), 100, 'epoch'`.execute(db)
  // One row for each transfer of points: what the ledger moved, and why.
  await sql`
    create table points (
      number bigint generated always as identity unique,
      id text primary key,
      user_id text not null references users (id),
      source text not null check (source in ('mining', 'task', 'referral', 'referral-share')),
      day date not null,
      amount numeric(60, 0) not null check (amount <> 0),
      operation text not null unique,
      why jsonb not null,
      credited_at timestamptz not null
    )`.execute(db)
  await sql`create index points_by_user on points (user_id, day desc, number desc) include (source, amount)`.execute(db)
  await sql`
    create trigger append_only before update or delete or truncate on points
    for each statement execute function refuse_change()`.execute(db)
}

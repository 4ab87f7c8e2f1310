import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Proofs of liabilities: the signed statement of each day, and the trees of the newest days.
  await sql`
    create table proof_days (
      day date primary key,
      statement text not null,
      signature text not null check (signature ~ '^[0-9a-f]{128}$'),
      key text not null check (key ~ '^[0-9a-f]{64}$'),
      published_at timestamptz not null
    )`.execute(db)
  await sql`
    create table proof_levels (
      day date not null references proof_days (day),
      asset text not null,
      level integer not null check (level between 0 and 40),
      nodes bytea not null check (length(nodes) % 48 = 0),
      primary key (day, asset, level)
    )`.execute(db)
  // Uncompressed, so that a part of a level is read without the rest.
  await sql`alter table proof_levels alter column nodes set storage external`.execute(db)
  await sql`
    create table proof_leaves (
      user_id text not null references users (id),
      day date not null references proof_days (day),
      asset text not null,
      position integer not null check (position >= 0),
      account text not null,
      parts numeric[] not null check (cardinality(parts) = 4),
      primary key (user_id, day, asset)
    )`.execute(db)
  await sql`create index proof_leaves_by_day on proof_leaves (day)`.execute(db)
}

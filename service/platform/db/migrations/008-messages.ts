import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // `source` identifies the event: each is notified once. Texts are rendered when they are read, in the reader's language.
  await sql`
    create table user_messages (
      id text primary key,
      user_id text not null references users (id),
      category text not null check (category in ('announcement', 'feedback', 'message')),
      source text not null,
      kind text not null,
      details jsonb not null,
      at timestamptz not null,
      read_at timestamptz,
      unique (user_id, source)
    )`.execute(db)
  await sql`create index user_messages_by_time on user_messages (user_id, at desc, id)`.execute(db)
  await sql`create index user_messages_unread on user_messages (user_id, category) where read_at is null`.execute(db)
}

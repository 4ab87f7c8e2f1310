import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // A notice is one row for everybody: who has read it stands apart, so that publishing one costs nothing.
  await sql`
    create table notices (
      id text primary key,
      title text not null,
      title_zh text not null,
      content text not null,
      content_zh text not null,
      publish_at timestamptz not null,
      withdrawn_at timestamptz,
      created_at timestamptz not null,
      created_by text not null
    )`.execute(db)
  await sql`create index notices_by_time on notices (publish_at desc, id)`.execute(db)
  await sql`
    create table notice_reads (
      user_id text not null references users (id),
      notice_id text not null references notices (id),
      read_at timestamptz not null,
      primary key (user_id, notice_id)
    )`.execute(db)
  // What was published up to here is read, whatever the rows above say.
  await sql`
    create table notice_marks (
      user_id text primary key references users (id),
      read_until timestamptz not null
    )`.execute(db)
  // An operator's message to many: its text once, and how far it has come through the users.
  await sql`
    create table broadcasts (
      id text primary key,
      title text not null,
      title_zh text not null,
      content text not null,
      content_zh text not null,
      filter jsonb not null,
      created_at timestamptz not null,
      created_by text not null,
      done_up_to text not null,
      sent integer not null,
      ended_at timestamptz
    )`.execute(db)
  await sql`create index broadcasts_going_on on broadcasts (created_at) where ended_at is null`.execute(db)
}

import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // A notice is one row for everybody; read states are separate rows, so that publishing costs nothing.
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
  // Notices that were published before this time are read, whatever the rows above say.
  await sql`
    create table notice_marks (
      user_id text primary key references users (id),
      read_until timestamptz not null
    )`.execute(db)
  // An operator's broadcast: its text once, and its progress through the users.
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

import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // The state of a report is derived from its words and the clock; only an operator's closing is stored.
  await sql`
    create table reports (
      id text primary key,
      user_id text not null references users (id),
      request_id uuid not null,
      category text not null,
      contact text not null,
      lang text not null,
      browser text,
      client_version text,
      fault_id text,
      at timestamptz not null,
      closed_at timestamptz,
      unique (user_id, request_id)
    )`.execute(db)
  await sql`create index reports_by_user on reports (user_id, at desc, id)`.execute(db)
  await sql`create index reports_by_time on reports (at desc, id)`.execute(db)
  // The first word is the report; answers are an operator's Markdown.
  await sql`
    create table report_words (
      report_id text not null references reports (id),
      number integer not null,
      author text not null check (author in ('user', 'operator')),
      by_name text,
      request_id uuid,
      content text not null,
      at timestamptz not null,
      told_at timestamptz,
      primary key (report_id, number),
      unique (report_id, request_id)
    )`.execute(db)
  await sql`create index report_words_untold on report_words (at) where author = 'operator' and told_at is null`.execute(
    db,
  )
  // A ticket first, then its picture, then the report that it belongs to.
  await sql`
    create table report_pictures (
      id text primary key,
      user_id text not null references users (id),
      ticket_hash text not null unique,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      report_id text references reports (id),
      place integer,
      picture bytea
    )`.execute(db)
  await sql`create index report_pictures_by_report on report_pictures (report_id) where report_id is not null`.execute(
    db,
  )
  await sql`create index report_pictures_left on report_pictures (created_at) where report_id is null`.execute(db)
}

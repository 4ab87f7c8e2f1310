import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Who has asked for a mail on the day of a platform's package. A row goes with its mail.
  await sql`
    create table release_mails (
      platform text not null check (platform in ('windows', 'android')),
      email text not null,
      lang text not null check (lang in ('en', 'zh')),
      asked_at timestamptz not null,
      primary key (platform, email)
    )`.execute(db)
}

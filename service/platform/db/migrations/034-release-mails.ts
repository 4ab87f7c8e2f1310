import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Requests for one mail about a platform's package. The row is deleted with its mail.
  await sql`
    create table release_mails (
      platform text not null check (platform in ('windows', 'android')),
      email text not null,
      lang text not null check (lang in ('en', 'zh')),
      asked_at timestamptz not null,
      primary key (platform, email)
    )`.execute(db)
}

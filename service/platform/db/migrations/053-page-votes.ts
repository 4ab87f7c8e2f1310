import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Answers to "Was this page helpful?" by page and language: counts alone, so that no answer can be traced.
  await sql`
    create table page_votes (
      path text not null,
      lang text not null check (lang in ('en', 'zh')),
      yes integer not null check (yes >= 0),
      no integer not null check (no >= 0),
      primary key (path, lang)
    )`.execute(db)
}

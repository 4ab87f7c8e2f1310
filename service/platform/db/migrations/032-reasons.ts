import { type Kysely, sql } from 'kysely'

/** Reasons for users can have a Chinese text as well. Additive: without it the one text is used for both languages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table withdrawals
      add column reason_zh text,
      add check (reason_zh is null or reason is not null)`.execute(db)
  for (const table of ['ambassador_applications', 'ambassador_history', 'refunds'])
    await sql`alter table ${sql.table(table)} add column reason_zh text`.execute(db)
}

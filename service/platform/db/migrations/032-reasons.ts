import { type Kysely, sql } from 'kysely'

/** What users are told for a reason can be told in Chinese as well. Additive: without it the one text stands for both. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table withdrawals
      add column reason_zh text,
      add check (reason_zh is null or reason is not null)`.execute(db)
  for (const table of ['ambassador_applications', 'ambassador_history', 'refunds'])
    await sql`alter table ${sql.table(table)} add column reason_zh text`.execute(db)
}

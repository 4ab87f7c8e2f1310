import { type Kysely, sql } from 'kysely'

/** Somebody may be an ambassador without an application: an operator has appointed them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table ambassador_history
      drop constraint ambassador_history_cause_check,
      add constraint ambassador_history_cause_check
        check (cause in ('approved', 'appointed', 'promoted', 'demoted', 'lapsed', 'revoked'))`.execute(db)
}

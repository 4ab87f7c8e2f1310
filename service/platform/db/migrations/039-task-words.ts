import { type Kysely, sql } from 'kysely'

/** The task speaks of e-mails, as every page does; a title that an operator has given it stays. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update tasks set title = 'Check that our e-mails reach you'
    where id = 'email' and title = 'Check that our letters reach you'`.execute(db)
}

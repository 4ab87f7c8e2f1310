import { type Kysely, sql } from 'kysely'

/** Whether the last report of a machine's host lacks GPUs that the machine is listed with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table gpus add column lacking boolean not null default false`.execute(db)
}

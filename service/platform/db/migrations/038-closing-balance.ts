import { type Kysely, sql } from 'kysely'

/** The balance, in smallest units of USDT, that its owner gives up: one that has grown since keeps the account open. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table account_closings add column balance numeric(40) not null default 0`.execute(db)
}

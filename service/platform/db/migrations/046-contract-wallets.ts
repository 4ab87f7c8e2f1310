import { type Kysely, sql } from 'kysely'

/** When the owner of a wallet confirmed that the contract at its address passes coins on; null before that. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table wallets add column contract_confirmed_at timestamptz`.execute(db)
}

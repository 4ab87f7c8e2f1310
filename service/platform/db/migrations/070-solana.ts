import { type Kysely, sql } from 'kysely'

/** USDT on Solana, and the program that owns a token: Solana has two, by which the accounts of its owners differ. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table token_decimals add column program text`.execute(db)
  await sql`
    insert into network_fees (coin, chain, set_at, fee) values ('USDT', 'SOLANA', 'epoch', 500000)`.execute(db)
}

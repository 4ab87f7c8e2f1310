import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // The value of one USDT on a UTC day, in 10^-8 of the currency. Shown as approximate; never used for calculations.
  await sql`
    create table currency_rates (
      currency text not null,
      day date not null,
      per_usdt numeric(20, 0) not null check (per_usdt > 0),
      set_at timestamptz not null,
      primary key (currency, day)
    )`.execute(db)
}

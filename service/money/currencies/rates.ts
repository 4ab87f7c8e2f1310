import { type Currency, currencies, rateText } from '#lib/money/currencies.ts'
import type { Database } from '#service/platform/db/open.ts'

/** The rate of the newest day of each currency that has one. */
export async function newestRates(db: Database) {
  const rows = await db
    .selectFrom('currency_rates')
    .distinctOn('currency')
    .select(['currency', 'day', 'per_usdt'])
    // A currency that is no longer shown keeps its rows.
    .where('currency', 'in', currencies)
    .orderBy('currency')
    .orderBy('day', 'desc')
    .execute()
  return rows.map(({ currency, day, per_usdt }) => ({ currency, day, perUsdt: rateText(per_usdt) }))
}

/** Sets the value of one USDT on a day, in 10^-8 of the currency; replaces a rate of the same day. */
export async function setRate(
  db: Database,
  rate: { currency: Currency; day: string; per_usdt: bigint; set_at: Date },
): Promise<void> {
  await db
    .insertInto('currency_rates')
    .values(rate)
    .onConflict((conflict) =>
      conflict.columns(['currency', 'day']).doUpdateSet({ per_usdt: rate.per_usdt, set_at: rate.set_at }),
    )
    .execute()
}

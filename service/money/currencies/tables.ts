import type { Currency } from '#lib/money/currencies.ts'

declare module '#service/platform/db/tables.ts' {
  interface Tables {
    currency_rates: CurrencyRateTable
  }
}

interface CurrencyRateTable {
  currency: Currency
  /** A UTC day, `YYYY-MM-DD`. */
  day: string
  /** Value of one USDT, in 10^-8 of the currency. */
  per_usdt: bigint
  set_at: Date
}

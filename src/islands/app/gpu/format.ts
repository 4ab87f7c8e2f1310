import { formatAmount, formatMoney } from '#lib/text/decimal.ts'
import { m } from './texts.ts'

/** A size in MiB as people say it. */
export const gib = (mib: number): string => `${Math.round(mib / 102.4) / 10} GiB`
export const percent = (hundredths: number | null): string =>
  hundredths === null ? m('offer.tooNew') : `${(hundredths / 100).toFixed(1)} %`

/** Money with 2 decimals, and with 4 where something is below a cent: an hour's share of 0.035 USDT is no 0.03. */
export const usdt = (amount: string): string =>
  /\.\d\d0*[1-9]/.test(amount) ? formatAmount(amount) : formatMoney(amount)

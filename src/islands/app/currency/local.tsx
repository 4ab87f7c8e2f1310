import { useStore } from '@nanostores/react'
import { inCurrency } from '#lib/money/currencies.ts'
import { formatMoney } from '#lib/text/decimal.ts'
import { UnbrokenDates } from '#ui/unbroken-dates.tsx'
import { $hidden } from '../core/texts/amounts.ts'
import { useT } from '../core/texts/i18n.ts'
import { $currency, $rate, $rates } from './store.ts'

/**
 * Formats worths in the chosen currency, always as approximate; undefined if none is chosen. `of` formats a worth in
 * 10^-8 USDT, or a dash without a rate; `by` names the rate.
 */
export function useLocal() {
  const t = useT()
  const currency = useStore($currency)
  const rate = useStore($rate)
  const { data, error } = useStore($rates)
  const hidden = useStore($hidden)
  if (!currency) return undefined
  return {
    currency,
    of: (worth: bigint): string =>
      hidden ? '••••' : rate ? `≈ ${formatMoney(inCurrency(worth, rate.perUsdt))} ${currency}` : '—',
    by: rate
      ? t('currency.by', { day: rate.day })
      : data
        ? t('currency.none', { currency })
        : error
          ? t('currency.failed', { currency })
          : '',
  }
}

/** A worth in the chosen currency with the day of its rate; its place is reserved before the rate is loaded. */
export function LocalLine({ worth }: { worth: bigint | undefined }) {
  const local = useLocal()
  if (!local) return null
  return (
    <p className="num mt-1 text-sm text-muted whitespace-normal! min-h-5">
      {local.by && worth !== undefined && <UnbrokenDates text={`${local.of(worth)} · ${local.by}`} />}
    </p>
  )
}

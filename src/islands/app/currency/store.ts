import { atom, computed } from 'nanostores'
import { currencyRates } from '#lib/contract/currencies.ts'
import { type Currency, currencies } from '#lib/money/currencies.ts'
import { forget, remember, remembered } from '#lib/session/storage.ts'
import { createResource } from '../core/calls/resource.ts'

const KEY = 'currency'
const REFRESH_MS = 3_600_000

const stored = remembered(KEY)
/** Currency shown beside USDT. Stored in the browser like the language; none unless chosen. */
export const $currency = atom<Currency | undefined>(currencies.find((one) => one === stored))

export function chooseCurrency(text: string): void {
  const chosen = currencies.find((one) => one === text)
  $currency.set(chosen)
  if (chosen) remember(KEY, chosen)
  else forget(KEY)
}

const nothing = {}
/** The operator's rates; loaded only with a chosen currency. */
export const $rates = createResource(currencyRates, {
  $payload: computed($currency, (currency) => currency && nothing),
  everyMs: REFRESH_MS,
})

/** The rate of the chosen currency, and its day. */
export const $rate = computed([$currency, $rates], (currency, { data }) =>
  data?.list.find((one) => one.currency === currency),
)

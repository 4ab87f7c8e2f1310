/** What other features may use of the currency beside USDT. */
export { LocalLine, useLocal } from './local.tsx'
export { $currency, $rates, chooseCurrency } from './store.ts'

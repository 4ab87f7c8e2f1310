/** Exports for other features. */
export { LocalLine, useLocal } from './local.tsx'
export { $currency, $rates, chooseCurrency } from './store.ts'

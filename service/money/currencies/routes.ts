import { currencyRates } from '#lib/contract/currencies.ts'
import type { Calls } from '#service/platform/http/calls.ts'
import { newestRates } from './rates.ts'

export function currencyRoutes(calls: Calls): void {
  calls.on(currencyRates, async ({ ctx }) => ({ list: await newestRates(ctx.db) }))
}

import { rateUnits } from '#lib/money/currencies.ts'
import { dayAt } from '#lib/time/days.ts'
import { setRate } from '#service/money/currencies/rates.ts'
import type { Context } from '#service/platform/context.ts'

/** Simulated exchange rates of the demo. */
const perUsdt = { USD: '0.9998', EUR: '0.9215', CNY: '7.12' } as const

/** Sets the exchange rates of the demo for today. */
export async function addRates({ db, clock }: Context): Promise<void> {
  const now = clock.now()
  for (const currency of ['USD', 'EUR', 'CNY'] as const)
    await setRate(db, { currency, day: dayAt(now), per_usdt: rateUnits(perUsdt[currency]), set_at: new Date(now) })
}

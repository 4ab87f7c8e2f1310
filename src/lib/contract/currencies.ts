import * as v from 'valibot'
import { currencies } from '../money/currencies.ts'
import { UtcDay } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import { NoFields } from './fields.ts'

/** The worth of one USDT in each currency for which the operator has set a rate, and the UTC day of the rate. */
export const currencyRates = endpoint('/currency/rates', {
  auth: true,
  request: NoFields,
  reply: v.object({
    list: v.array(
      v.object({
        currency: v.picklist(currencies),
        perUsdt: v.pipe(v.string(), v.regex(/^\d{1,9}(?:\.\d{1,8})?$/)),
        day: UtcDay,
      }),
    ),
  }),
})

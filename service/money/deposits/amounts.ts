import { toUnits } from '#lib/money/coins.ts'
import { MAX_RECHARGE, MIN_RECHARGE } from '#lib/rules/payments.ts'
import { InvalidInputError, RefusalError } from '#service/platform/http/refusal.ts'

/** An amount of USDT in smallest units; with more decimals than it has it is none. */
function usdtUnits(field: string, text: string): bigint {
  try {
    return toUnits(text, 'USDT')
  } catch {
    throw new InvalidInputError(field, 'decimals')
  }
}

/** The same, within what can be paid in at once. */
export function boundedUsdt(field: string, text: string, least = MIN_RECHARGE): bigint {
  const units = usdtUnits(field, text)
  if (units < toUnits(least, 'USDT') || units > toUnits(MAX_RECHARGE, 'USDT'))
    throw new RefusalError('AMOUNT_OUT_OF_RANGE', { least, most: MAX_RECHARGE })
  return units
}

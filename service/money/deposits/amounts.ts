import { toUnits } from '#lib/money/coins.ts'
import { MAX_RECHARGE, MIN_RECHARGE } from '#lib/rules/payments.ts'
import { InvalidInputError, RefusalError } from '#service/platform/http/refusal.ts'

/** Parses USDT into smallest units. Throws InvalidInput when there are more than six decimals. */
function usdtUnits(field: string, text: string): bigint {
  try {
    return toUnits(text, 'USDT')
  } catch {
    throw new InvalidInputError(field, 'decimals')
  }
}

/** Parses USDT and refuses AMOUNT_OUT_OF_RANGE outside the limits of one payment. */
export function boundedUsdt(field: string, text: string, min = MIN_RECHARGE): bigint {
  const units = usdtUnits(field, text)
  if (units < toUnits(min, 'USDT') || units > toUnits(MAX_RECHARGE, 'USDT'))
    throw new RefusalError('AMOUNT_OUT_OF_RANGE', { least: min, most: MAX_RECHARGE })
  return units
}

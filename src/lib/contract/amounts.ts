import * as v from 'valibot'
import { withdrawableCoins } from '../money/coins.ts'
import { ambiguousReadings, parseDecimal } from '../money/parse-amount.ts'
import { chainCodes } from '../rules/networks.ts'
import { utcDayStart } from '../time/format.ts'

/** Field shapes of everything that is about money. */

/** An amount in the coin's main unit, as it travels: a plain decimal number, never a float. */
export const Amount = v.pipe(v.string(), v.regex(/^-?\d{1,40}(?:\.\d{1,18})?$/))
/** The reason for which a number is refused that may be read in two ways. */
export const AMBIGUOUS = 'ambiguous'
/** An amount of a request, which may have come as somebody typed it: `1 234,5` is `1234.5`. */
export const TypedAmount = v.pipe(
  v.string(),
  v.maxLength(64),
  v.check((text) => ambiguousReadings(text) === undefined, AMBIGUOUS),
  v.transform((text) => parseDecimal(text) ?? text),
  Amount,
)
export const CurrencyCode = v.picklist(withdrawableCoins)
export const ChainCode = v.picklist(chainCodes)

/** A UTC day that exists, `YYYY-MM-DD`. */
export const UtcDay = v.pipe(
  v.string(),
  v.regex(/^[12]\d{3}-\d{2}-\d{2}$/),
  v.check((text) => utcDayStart(text) !== undefined),
)

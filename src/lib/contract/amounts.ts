import * as v from 'valibot'
import { withdrawableCoins } from '../money/coins.ts'
import { ambiguousReadings, parseDecimal } from '../money/parse-amount.ts'
import { chainCodes } from '../rules/networks.ts'
import { utcDayStart } from '../time/format.ts'

/** Field shapes of money. */

/** An amount in the coin's main unit as a plain decimal string, never a float. */
export const Amount = v.pipe(v.string(), v.regex(/^-?\d{1,40}(?:\.\d{1,18})?$/))
/** Refusal reason of a number that can be read in two ways. */
export const AMBIGUOUS = 'ambiguous'
/** An amount in a request, accepted as a user typed it: `1 234,5` is `1234.5`. */
export const TypedAmount = v.pipe(
  v.string(),
  v.maxLength(64),
  v.check((text) => ambiguousReadings(text) === undefined, AMBIGUOUS),
  v.transform((text) => parseDecimal(text) ?? text),
  Amount,
)
export const CurrencyCode = v.picklist(withdrawableCoins)
export const ChainCode = v.picklist(chainCodes)

/** An existing UTC day, `YYYY-MM-DD`. */
export const UtcDay = v.pipe(
  v.string(),
  v.regex(/^[12]\d{3}-\d{2}-\d{2}$/),
  v.check((text) => utcDayStart(text) !== undefined),
)

import * as v from 'valibot'
import type { Terms } from '../network.ts'

/** The conditions that a transaction was signed with. Those of earlier versions hold the nonce alone. */
export interface SignedTerms {
  nonce: number
}

/** The values that signing needs from the network, read at once. */
export interface EvmTerms extends SignedTerms {
  gas: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
}

const Whole = v.pipe(
  v.string(),
  v.regex(/^\d+$/),
  v.transform((digits) => BigInt(digits)),
)
const Signed = v.object({ nonce: v.pipe(v.number(), v.integer(), v.minValue(0)) })
const All = v.object({ ...Signed.entries, gas: Whole, maxFeePerGas: Whole, maxPriorityFeePerGas: Whole })

export const writeTerms = ({ nonce, gas, maxFeePerGas, maxPriorityFeePerGas }: EvmTerms): Terms =>
  JSON.stringify({
    nonce,
    gas: String(gas),
    maxFeePerGas: String(maxFeePerGas),
    maxPriorityFeePerGas: String(maxPriorityFeePerGas),
  })

export const readTerms = (terms: Terms): EvmTerms => v.parse(All, JSON.parse(terms))
export const nonceOf = (terms: Terms): number => v.parse(Signed, JSON.parse(terms)).nonce

/** The terms with a nonce that the wallet has not used in its last transaction here: the network may not know that one yet. */
export const afterLast = (terms: EvmTerms, last: Terms | undefined): EvmTerms => ({
  ...terms,
  nonce: Math.max(terms.nonce, last === undefined ? 0 : nonceOf(last) + 1),
})

/** The maximum network fee of a transaction. */
export const feeOf = ({ gas, maxFeePerGas }: Pick<EvmTerms, 'gas' | 'maxFeePerGas'>): bigint => gas * maxFeePerGas

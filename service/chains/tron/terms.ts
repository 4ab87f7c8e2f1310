import * as v from 'valibot'
import { NetworkError, NodeError, type Terms } from '../network.ts'
import type { TronNode } from './node.ts'
import { readBlock } from './replies.ts'
import type { Validity } from './transactions.ts'

/** The terms of a signed transaction: its place in time, and the limit of its energy. */

/** Time in which a signed transaction can be taken by a block. The follower sends it once a minute until then. */
export const EXPIRATION_MS = 600_000

const StoredTerms = v.object({
  refBlock: v.pipe(v.string(), v.digits()),
  refId: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  /** Unix milliseconds, by the chain's clock. */
  timestamp: v.number(),
  expiration: v.number(),
  /** Sun for energy at most; zero for transactions that take none. */
  feeLimit: v.pipe(
    v.string(),
    v.digits(),
    v.transform((digits) => BigInt(digits)),
  ),
  /** Sun that the transaction moves or lends, where it does. */
  amount: v.pipe(
    v.string(),
    v.digits(),
    v.transform((digits) => BigInt(digits)),
  ),
})
export type TronTerms = v.InferOutput<typeof StoredTerms> & Validity

export function readTerms(terms: Terms): TronTerms {
  let value: unknown
  try {
    value = JSON.parse(terms)
  } catch {
    value = undefined
  }
  const { success, output } = v.safeParse(StoredTerms, value)
  if (!success) throw new NetworkError('The terms of the transaction are not those of Tron.')
  return output
}

export const writeTerms = (terms: TronTerms): Terms =>
  JSON.stringify(terms, (_, value) => (typeof value === 'bigint' ? String(value) : value))

/**
 * The place in time of a transaction that is signed now. The reference is a final block, so it is on every later chain; the clock is
 * the chain's, so a wrong one of this machine does no harm.
 */
export async function currentValidity(node: TronNode): Promise<Validity> {
  const [reference, head] = [await readBlock(node, 'finalized'), await readBlock(node, 'latest')]
  if (!reference || !head) throw new NodeError('The node does not tell its last blocks.')
  const timestamp = Number(head.timestamp) * 1000
  return {
    refBlock: String(reference.number),
    refId: reference.hash,
    timestamp,
    expiration: timestamp + EXPIRATION_MS,
  }
}

/** The terms after the last ones of the same wallet: two equal transfers within one block would have one id, and be paid once. */
export const afterLast = (terms: TronTerms, last: Terms | undefined): TronTerms =>
  last === undefined ? terms : { ...terms, timestamp: Math.max(terms.timestamp, readTerms(last).timestamp + 1) }

import * as v from 'valibot'
import { NetworkError, NodeError, type Terms, type TokenTransfer } from '../network.ts'
import { transferInstructions } from './instructions.ts'
import { messageOf } from './message.ts'
import type { SolanaNode } from './node.ts'
import { readHeight, readLatestBlockhash } from './replies.ts'

/** The terms of a signed transfer: its place in time, and the parts that its bytes follow from. */

/** Blocks on that of a blockhash that may still hold a transaction with it (MAX_PROCESSING_AGE). */
export const VALID_BLOCKS = 150n
/** Blocks by which the nodes behind one address may differ. */
const TOLERANCE = 32n

const Whole = v.pipe(
  v.string(),
  v.digits(),
  v.transform((digits) => BigInt(digits)),
)
const StoredTerms = v.object({
  /** The hash of a block, its slot, and the height of the last block that may hold the transfer. */
  blockhash: v.string(),
  slot: v.pipe(v.number(), v.integer()),
  lastValidHeight: Whole,
  program: v.string(),
  decimals: v.pipe(v.number(), v.integer()),
  creates: v.boolean(),
  /** A multiple of UNIT_STEP. */
  unitLimit: v.pipe(v.number(), v.integer()),
  unitPrice: Whole,
  /** Added to the limit of units: two equal transfers with one blockhash would have one id, and be paid once. */
  nth: v.pipe(v.number(), v.integer(), v.minValue(0)),
})
export type SolanaTerms = v.InferOutput<typeof StoredTerms>
export type Lifetime = Pick<SolanaTerms, 'blockhash' | 'slot' | 'lastValidHeight'>

/** Limits of units are its multiples, so that the number of a transfer fits below. */
export const UNIT_STEP = 1_000

export function readTerms(terms: Terms): SolanaTerms {
  let value: unknown
  try {
    value = JSON.parse(terms)
  } catch {
    value = undefined
  }
  const { success, output } = v.safeParse(StoredTerms, value)
  if (!success) throw new NetworkError('The terms of the transaction are not those of Solana.')
  return output
}

export const writeTerms = (terms: SolanaTerms): Terms =>
  JSON.stringify(terms, (_, value) => (typeof value === 'bigint' ? String(value) : value))

/**
 * The place in time of a transfer that is signed now. The node's word on the last valid height has to fit the height of its
 * chain; the proof that a transfer has expired counts from the block itself.
 */
export async function currentLifetime(node: SolanaNode): Promise<Lifetime> {
  const before = await readHeight(node, 'confirmed')
  const { blockhash, slot, lastValidHeight } = await readLatestBlockhash(node)
  const after = await readHeight(node, 'confirmed')
  if (lastValidHeight < before + VALID_BLOCKS - TOLERANCE || lastValidHeight > after + VALID_BLOCKS + TOLERANCE)
    throw new NodeError(
      `The node says that its last block is valid until height ${lastValidHeight}, and that its height is ${after}.`,
    )
  return { blockhash, slot, lastValidHeight }
}

/** The terms after the last ones of the same wallet. */
export const afterLast = (terms: SolanaTerms, last: Terms | undefined): SolanaTerms =>
  last === undefined ? terms : { ...terms, nth: (readTerms(last).nth + 1) % UNIT_STEP }

/** The bytes of a transfer follow from its terms alone. */
export const messageOfTransfer = (transfer: TokenTransfer, { unitLimit, nth, ...terms }: SolanaTerms): Uint8Array =>
  messageOf(transfer.payer, transferInstructions(transfer, { ...terms, unitLimit: unitLimit + nth }), terms.blockhash)

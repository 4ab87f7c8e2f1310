import type { PublicClient, TransactionReceipt } from 'viem'
import type { NetworkFacts } from '../network.ts'
import { NetworkError } from '../network.ts'
import { foundOrNot } from './errors.ts'

/** The last block that this many hold, its own included; -1 where there is none. */
function atDepth(blocks: number, head: bigint): bigint {
  const block = head - BigInt(blocks) + 1n
  return block < 0n ? -1n : block
}

/** The last final block while `head` is the last one: by depth, or by the network's own tag, which some nodes do not know. */
export async function finalBlock(
  node: PublicClient,
  { finality, minDepth = 1 }: Pick<NetworkFacts, 'finality' | 'minDepth'>,
  head: bigint,
): Promise<bigint> {
  if (finality !== 'finalized') return atDepth(finality.blocks, head)
  const found = await foundOrNot(node.getBlock({ blockTag: 'finalized' }))
  if (!found) throw new NetworkError('The node does not tell the last final block of its chain: set the confirmations.')
  // Behind one address, the node that answers this may be ahead of the one that told the head.
  const deepest = atDepth(minDepth, head)
  if (found.number > deepest) return deepest
  return found.number
}

/**
 * Whether a receipt is of a block that can no longer be taken back. A receipt may outlive its block when the last blocks are replaced, or
 * come from a node that is on another branch than the one that told the final block.
 */
export async function isFinalReceipt(
  node: PublicClient,
  { blockNumber, blockHash }: Pick<TransactionReceipt, 'blockNumber' | 'blockHash'>,
  final: bigint,
): Promise<boolean> {
  if (blockNumber > final) return false
  return (await foundOrNot(node.getBlock({ blockNumber })))?.hash === blockHash
}

import type { PublicClient, TransactionReceipt } from 'viem'
import type { Finality } from '../network.ts'
import { NetworkError } from '../network.ts'
import { foundOrNot } from './errors.ts'

/** The last final block while `head` is the last one: by depth, or by the network's own tag, which some nodes do not know. */
export async function finalBlock(node: PublicClient, finality: Finality, head: bigint): Promise<bigint> {
  if (finality !== 'finalized') {
    const block = head - BigInt(finality.blocks) + 1n
    return block < 0n ? -1n : block
  }
  const found = await foundOrNot(node.getBlock({ blockTag: 'finalized' }))
  if (!found) throw new NetworkError('The node does not tell the last final block of its chain: set the confirmations.')
  // Behind one address, the node that answers this may be ahead of the one that told the head.
  return found.number < head ? found.number : head
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

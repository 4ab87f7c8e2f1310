import { NodeError } from '../network.ts'
import type { SolanaNode } from './node.ts'
import { readBlock, readSlots } from './replies.ts'
import { type Lifetime, VALID_BLOCKS } from './terms.ts'

/**
 * Whether the final blocks themselves lack a transaction that has expired. Every block from that of its blockhash to the first one
 * past its last valid height is read, and each has to be the parent of the next. The heights are those of the blocks: a node's word
 * on the last valid one is not needed.
 */
export async function isAbsent(
  node: SolanaNode,
  id: string,
  { blockhash, slot, lastValidHeight }: Lifetime,
): Promise<boolean> {
  const first = await readBlock(node, slot)
  if (first.blockhash !== blockhash)
    throw new NodeError(`The node lacks the block ${blockhash}, whose hash the transaction was signed with.`)
  const own = first.blockHeight + VALID_BLOCKS
  const lastHeight = own > lastValidHeight ? own : lastValidHeight
  const slots = await readSlots(node, slot, Number(lastHeight - first.blockHeight) + 2)
  if (slots[0] !== slot) throw new NodeError(`The node does not list its block of slot ${slot}.`)
  let last = first
  for (const next of slots.slice(1)) {
    const block = await readBlock(node, next)
    if (block.previousBlockhash !== last.blockhash || block.blockHeight !== last.blockHeight + 1n)
      throw new NodeError(`The node's block of slot ${next} is not on the block before.`)
    if (block.blockHeight > lastHeight) return true
    if (block.signatures.includes(id)) return false
    last = block
  }
  throw new NodeError(`The node does not have the blocks until height ${lastHeight + 1n} among its final ones.`)
}

import { NodeError } from '../network.ts'
import type { TronNode } from './node.ts'
import { type Block, readBlock } from './replies.ts'

/** Blocks that hold a final one at least: 19 of the 27 super representatives have to build on it, one block each. */
export const MIN_DEPTH = 19

/** The newest block that may be final while `head` is the last one; -1 where there is none. */
export function deepest(head: bigint): bigint {
  const block = head - BigInt(MIN_DEPTH) + 1n
  return block < 0n ? -1n : block
}

/** The last final block. A node that calls a newer one final than can be is not believed. Throws when the node fails. */
export async function readFinalBlock(node: TronNode): Promise<Block> {
  const [told, head] = [await readBlock(node, 'finalized'), await readBlock(node, 'latest')]
  if (!told || !head) throw new NodeError('The node does not tell its last final block.')
  const most = deepest(head.number)
  if (told.number <= most || told.number === 0n) return told
  const found = await readBlock(node, most < 0n ? 0n : most)
  if (!found) throw new NodeError('The node does not tell a block of its own chain.')
  return found
}

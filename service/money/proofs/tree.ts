import { randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { parentOf, type TreeNode } from './hashes.ts'

/** Fewest leaves of a tree, so that a small service does not tell how few users it has. */
const MIN_LEAVES = 1024
/** Nodes that are hashed at a stretch: a few milliseconds, after which other work of the process goes on. */
const BATCH = 2_000
const HASH_BYTES = 32
/** Bytes of a stored node: its hash, then its sum, unsigned. */
export const NODE_BYTES = 48

/** Levels from the leaves to the root. */
export type Tree = readonly (readonly TreeNode[])[]

/** A leaf that nobody has: its hash is random, as all hashes of salted leaves look. */
const paddingLeaf = (): TreeNode => ({ hash: randomBytes(HASH_BYTES).toString('hex'), units: 0n })

/**
 * The Merkle sum tree over leaves and as many padding leaves as make a power of two. The order is that of the hashes, which neither the order of
 * the accounts nor their number follows from.
 */
export async function buildTree(leaves: readonly TreeNode[]): Promise<Tree> {
  let size = MIN_LEAVES
  while (size < leaves.length) size *= 2
  const first = [...leaves]
  while (first.length < size) {
    first.push(paddingLeaf())
    if (first.length % BATCH === 0) await setImmediate()
  }
  first.sort((a, b) => (a.hash < b.hash ? -1 : 1))
  const levels: TreeNode[][] = [first]
  for (let below = first; below.length > 1; ) {
    const level: TreeNode[] = []
    for (let at = 0; at < below.length; at += 2) {
      level.push(parentOf(below[at] as TreeNode, below[at + 1] as TreeNode))
      if (level.length % BATCH === 0) await setImmediate()
    }
    levels.push(level)
    below = level
  }
  return levels
}

/** The nodes of a level as they are stored. Throws a RangeError for a sum below zero or of more than 16 bytes. */
export function packLevel(level: readonly TreeNode[]): Buffer {
  const packed = Buffer.alloc(level.length * NODE_BYTES)
  level.forEach(({ hash, units }, place) => {
    const at = place * NODE_BYTES
    packed.write(hash, at, 'hex')
    packed.writeBigUInt64BE(units >> 64n, at + HASH_BYTES)
    packed.writeBigUInt64BE(units & 0xffff_ffff_ffff_ffffn, at + HASH_BYTES + 8)
  })
  return packed
}

export const unpackNode = (node: Buffer): TreeNode => ({
  hash: node.toString('hex', 0, HASH_BYTES),
  units: (node.readBigUInt64BE(HASH_BYTES) << 64n) | node.readBigUInt64BE(HASH_BYTES + 8),
})

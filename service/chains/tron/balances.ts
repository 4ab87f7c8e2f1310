import { NodeError } from '../network.ts'
import { readBalance } from './identity.ts'
import type { TronNode } from './node.ts'
import { readQuantity } from './replies.ts'

/** Readings of all balances before it is given up: each takes a request an address. */
const MAX_READINGS = 4

export interface Balances {
  /** The block whose balances these are; not older than the requested one. */
  at: bigint
  balances: readonly bigint[]
}

/**
 * Reads token balances without logs. A node answers `eth_call` at its last block only and does not tell which one that is, so a
 * reading counts for a block when the head was the same before and after it, or when the next reading has the same balances.
 */
export function createBalances(node: TronNode) {
  const headOf = () => readQuantity(node, 'eth_blockNumber', [])

  return async (owners: readonly string[], { token, block }: { token: string; block: bigint }): Promise<Balances> => {
    let before = await headOf()
    if (before < block) throw new NodeError(`The node has block ${before}, and block ${block} is asked for.`)
    let last: readonly bigint[] | undefined
    for (let reading = 1; reading <= MAX_READINGS; reading += 1) {
      const balances: bigint[] = []
      for (const owner of owners) balances.push(await readBalance(node, owner, token))
      // Equal readings on both sides of this head: its balances.
      if (last?.every((one, index) => one === balances[index])) return { at: before, balances }
      const after = await headOf()
      if (after < before) throw new NodeError(`The node goes back from block ${before} to ${after}.`)
      if (after === before) return { at: before, balances }
      last = balances
      before = after
    }
    throw new NodeError('The balances change faster than the node tells them.')
  }
}

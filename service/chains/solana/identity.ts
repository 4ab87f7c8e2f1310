import { NetworkError } from '../network.ts'
import { readMint } from './accounts.ts'
import type { SolanaNode } from './node.ts'
import { readGenesisHash } from './replies.ts'

/** Identification of a node, and facts of its tokens that never change. */

/** A node is identified again after this time: a balancer may have changed what is behind an address. */
const IDENTITY_MS = 3_600_000

export interface Identity {
  /** Throws a NetworkError when the node serves another network. It asks once an hour, and again after a failure. */
  check(): Promise<void>
  decimals(token: string): Promise<number>
  /** The program that owns a token. */
  programOf(token: string): Promise<string>
}

export function createIdentity(node: SolanaNode, { chainId, now }: { chainId: string; now(): number }): Identity {
  let checkedAt: number | undefined
  return {
    async check() {
      if (checkedAt !== undefined && now() - checkedAt < IDENTITY_MS) return
      checkedAt = undefined
      const found = await readGenesisHash(node)
      if (found !== chainId)
        throw new NetworkError(`The node serves the chain with the first block ${found}, not ${chainId}.`)
      checkedAt = now()
    },
    decimals: async (token) => (await readMint(node, token)).decimals,
    programOf: async (token) => (await readMint(node, token)).program,
  }
}

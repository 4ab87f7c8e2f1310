import { NetworkError, NodeError } from '../network.ts'
import { toHex } from './addresses.ts'
import type { TronNode } from './node.ts'
import { callWord, readBlock, readQuantity } from './replies.ts'

/** Identification of a node, and facts of its contracts that never change. */

/** A node is identified again after this time: a balancer may have changed what is behind an address. */
const IDENTITY_MS = 3_600_000

export interface Identity {
  /** Throws a NetworkError when the node serves another chain. It asks once an hour, and again after a failure. */
  check(): Promise<void>
  /** The id of the first block, read with the check. */
  genesis(): Promise<string>
}

/** `withWallet`: also that `/wallet` is of the same chain, for nodes that are used to pay. */
export function createIdentity(
  node: TronNode,
  { chainId, withWallet = false, now }: { chainId: string; withWallet?: boolean; now(): number },
): Identity {
  let known: { genesis: string; at: number } | undefined

  async function identify(): Promise<string> {
    const found = await readQuantity(node, 'eth_chainId', [])
    if (found !== BigInt(chainId))
      throw new NetworkError(`The node serves chain 0x${found.toString(16)}, not ${chainId}.`)
    const genesis = (await readBlock(node, 0n))?.hash
    if (genesis === undefined) throw new NodeError('The node does not return the first block of its chain.')
    if (!genesis.endsWith(BigInt(chainId).toString(16).padStart(8, '0')))
      throw new NetworkError(`The node's first block ${genesis} is not of chain ${chainId}.`)
    if (withWallet) {
      const { blockID } = await node.wallet('getblockbynum', { num: 0 })
      if (blockID !== genesis) throw new NetworkError('The node offers JSON-RPC and /wallet of two chains.')
    }
    return genesis
  }

  async function genesis(): Promise<string> {
    if (known === undefined || now() - known.at >= IDENTITY_MS) {
      known = undefined
      known = { genesis: await identify(), at: now() }
    }
    return known.genesis
  }

  return {
    genesis,
    async check() {
      await genesis()
    },
  }
}

/** Selector of `decimals()`. */
const DECIMALS = '0x313ce567'
const BALANCE_OF = '0x70a08231'

/** The decimals of a token, from its contract. */
export async function readDecimals(node: TronNode, contract: string): Promise<number> {
  const word = await callWord(node, toHex(contract), DECIMALS)
  if (word === undefined || word > 77n) throw new NetworkError(`The network has no token at ${contract}.`)
  return Number(word)
}

/** A balance at the last block. An answer without a word is an error, not zero. */
export async function readBalance(node: TronNode, owner: string, token: string): Promise<bigint> {
  const word = await callWord(node, toHex(token), `${BALANCE_OF}${toHex(owner).slice(2).padStart(64, '0')}`)
  if (word === undefined) throw new NodeError(`The node does not tell the balance of ${owner}.`)
  return word
}

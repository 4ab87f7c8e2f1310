import { type Hash, type Hex, keccak256, type PrivateKeyAccount } from 'viem'
import type { EvmSettings } from '#service/platform/settings/networks.ts'
import type { SignedTransfer, Terms } from './evm.ts'
import { EvmProblem, foundOrNot } from './evm-errors.ts'
import { openNode } from './node.ts'

/** The network's own coin, which fees are paid in. Nothing here keeps anything. */

/** What every network of Ethereum's protocol takes for a transfer of its own coin. */
const PLAIN_GAS = 21_000n
/** As for transfers of the token: only the network's real price is paid. */
const FEE_TIMES = 2n

export interface CoinTransfer {
  payer: Hex
  to: Hex
  value: bigint
}

/** `unknown` when the node has never heard of it, `waiting` until a deep block holds it; `replaced` when another one took its nonce. */
export type CoinFate = 'unknown' | 'waiting' | 'paid' | 'reverted' | 'replaced'

export function openGas({ rpcUrl, chainId, confirmations }: EvmSettings) {
  const client = openNode(rpcUrl)
  const held = (address: Hex): Promise<bigint> => client.getBalance({ address })

  return {
    held,
    /** Throws an EvmProblem when the payer holds too little of the coin. */
    async termsOf({ payer, value }: CoinTransfer): Promise<Terms> {
      const [fees, nonce, has] = await Promise.all([
        client.estimateFeesPerGas(),
        client.getTransactionCount({ address: payer, blockTag: 'pending' }),
        held(payer),
      ])
      const most = { gas: PLAIN_GAS, maxFeePerGas: fees.maxFeePerGas * FEE_TIMES }
      if (has < value + most.gas * most.maxFeePerGas)
        throw new EvmProblem(`The gas wallet ${payer} holds too little: send it some of the network's own coin.`)
      return { nonce, ...most, maxPriorityFeePerGas: fees.maxPriorityFeePerGas }
    },
    /** Signs without talking to anybody: its id stands before it is sent. */
    async sign(account: PrivateKeyAccount, { to, value }: CoinTransfer, terms: Terms): Promise<SignedTransfer> {
      const signed = await account.signTransaction({ type: 'eip1559', chainId, to, value, ...terms })
      return { transactionId: keccak256(signed), signed }
    },
    async fateOf(hash: Hash, { payer, nonce }: { payer: Hex; nonce: number }): Promise<CoinFate> {
      const [receipt, head] = await Promise.all([
        foundOrNot(client.getTransactionReceipt({ hash })),
        client.getBlockNumber({ cacheTime: 0 }),
      ])
      const deep = head - BigInt(confirmations) + 1n
      if (receipt) {
        if (receipt.blockNumber > deep) return 'waiting'
        return receipt.status === 'success' ? 'paid' : 'reverted'
      }
      if (await foundOrNot(client.getTransaction({ hash }))) return 'waiting'
      const isUsed = deep >= 0n && (await client.getTransactionCount({ address: payer, blockNumber: deep })) > nonce
      return isUsed ? 'replaced' : 'unknown'
    },
  }
}

export type Gas = ReturnType<typeof openGas>

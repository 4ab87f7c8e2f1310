import { type Hash, type Hex, keccak256, type PrivateKeyAccount } from 'viem'
import type { EvmSettings } from '#service/platform/settings/networks.ts'
import type { SignedTransfer, TransferTerms } from './evm.ts'
import { EvmError, foundOrNot } from './evm-errors.ts'
import { openNode } from './node.ts'

/** Transfers of the network's own coin, which pays the fees. It keeps no state. */

/** Gas of a plain coin transfer on every network with Ethereum's protocol. */
const PLAIN_GAS = 21_000n
/** As for token transfers: only the network's actual price is paid. */
const FEE_TIMES = 2n

export interface CoinTransfer {
  payer: Hex
  to: Hex
  value: bigint
}

/**
 * `unknown`: the node does not know it. `waiting`: no final block holds it yet. `replaced`: another transaction used its nonce.
 */
export type CoinTransferStatus = 'unknown' | 'waiting' | 'paid' | 'reverted' | 'replaced'

/** Opens one network for transfers of its own coin. */
export function openGas({ rpcUrl, chainId, confirmations }: EvmSettings) {
  const client = openNode(rpcUrl)
  const balanceOf = (address: Hex): Promise<bigint> => client.getBalance({ address })

  return {
    balanceOf,
    /** Throws an EvmError when the payer holds too little of the coin. */
    async termsOf({ payer, value }: CoinTransfer): Promise<TransferTerms> {
      const [fees, nonce, has] = await Promise.all([
        client.estimateFeesPerGas(),
        client.getTransactionCount({ address: payer, blockTag: 'pending' }),
        balanceOf(payer),
      ])
      const limits = { gas: PLAIN_GAS, maxFeePerGas: fees.maxFeePerGas * FEE_TIMES }
      if (has < value + limits.gas * limits.maxFeePerGas)
        throw new EvmError(`The gas wallet ${payer} holds too little: send it some of the network's own coin.`)
      return { nonce, ...limits, maxPriorityFeePerGas: fees.maxPriorityFeePerGas }
    },
    /** Signs offline, so its id is known before it is sent. */
    async sign(account: PrivateKeyAccount, { to, value }: CoinTransfer, terms: TransferTerms): Promise<SignedTransfer> {
      const signed = await account.signTransaction({ type: 'eip1559', chainId, to, value, ...terms })
      return { transactionId: keccak256(signed), signed }
    },
    async transactionStatus(hash: Hash, { payer, nonce }: { payer: Hex; nonce: number }): Promise<CoinTransferStatus> {
      const [receipt, head] = await Promise.all([
        foundOrNot(client.getTransactionReceipt({ hash })),
        client.getBlockNumber({ cacheTime: 0 }),
      ])
      const finalBlock = head - BigInt(confirmations) + 1n
      if (receipt) {
        if (receipt.blockNumber > finalBlock) return 'waiting'
        return receipt.status === 'success' ? 'paid' : 'reverted'
      }
      if (await foundOrNot(client.getTransaction({ hash }))) return 'waiting'
      const isUsed =
        finalBlock >= 0n && (await client.getTransactionCount({ address: payer, blockNumber: finalBlock })) > nonce
      return isUsed ? 'replaced' : 'unknown'
    },
  }
}

export type Gas = ReturnType<typeof openGas>

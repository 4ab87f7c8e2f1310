import { type Hash, type Hex, keccak256, type PrivateKeyAccount, type PublicClient } from 'viem'
import { NetworkError, type NetworkFacts, type SignedTransfer, type TransactionStatus } from '../network.ts'
import { foundOrNot } from './errors.ts'
import { finalBlock, isFinalReceipt } from './finality.ts'
import { type EvmTerms, feeOf, writeTerms } from './terms.ts'

/** Transfers of the network's own coin, which pays the fees. It keeps no state. */

/** Estimated anew for each address: Arbitrum counts the cost of its parent chain as gas, so that 21,000 are too little there. */
const GAS_PERCENT = 120n
/** As for token transfers: only the network's actual price is paid. */
const FEE_TIMES = 2n

/** A transfer of the network's own coin, in its smallest unit. */
export interface GasTransfer {
  payer: string
  to: string
  value: bigint
}

/** Opens one network for transfers of its own coin. */
export function openGas(client: PublicClient, facts: NetworkFacts) {
  const balanceOf = (address: Hex): Promise<bigint> => client.getBalance({ address })

  return {
    balanceOf,
    /** Throws a NetworkError when the payer holds too little of the coin. */
    async termsOf({ payer, to, value }: GasTransfer): Promise<EvmTerms> {
      const account = payer as Hex
      const has = await balanceOf(account)
      if (has < value)
        throw new NetworkError(`The gas wallet ${payer} holds too little: send it some of the network's own coin.`)
      const [estimated, fees, nonce] = await Promise.all([
        client.estimateGas({ account, to: to as Hex, value: 0n }),
        client.estimateFeesPerGas(),
        client.getTransactionCount({ address: account, blockTag: 'pending' }),
      ])
      const terms = {
        nonce,
        gas: (estimated * GAS_PERCENT) / 100n,
        maxFeePerGas: fees.maxFeePerGas * FEE_TIMES,
        maxPriorityFeePerGas: fees.maxPriorityFeePerGas,
      }
      if (has < value + feeOf(terms))
        throw new NetworkError(`The gas wallet ${payer} holds too little: send it some of the network's own coin.`)
      return terms
    },
    /** Signs offline, so its id is known before it is sent. */
    async sign(account: PrivateKeyAccount, { to, value }: GasTransfer, terms: EvmTerms): Promise<SignedTransfer> {
      const signed = await account.signTransaction({
        type: 'eip1559',
        chainId: Number(facts.chainId),
        to: to as Hex,
        value,
        ...terms,
      })
      return { id: keccak256(signed), signed, terms: writeTerms(terms) }
    },
    async fate(
      { payer }: Pick<GasTransfer, 'payer'>,
      { id, nonce }: { id: string; nonce: number },
    ): Promise<TransactionStatus> {
      const hash = id as Hash
      const [receipt, head] = await Promise.all([
        foundOrNot(client.getTransactionReceipt({ hash })),
        client.getBlockNumber({ cacheTime: 0 }),
      ])
      const final = await finalBlock(client, facts, head)
      if (receipt) {
        if (!(await isFinalReceipt(client, receipt, final))) return { state: 'waiting' }
        return { state: receipt.status === 'success' ? 'paid' : 'failed' }
      }
      if (await foundOrNot(client.getTransaction({ hash }))) return { state: 'waiting' }
      const isUsed =
        final >= 0n && (await client.getTransactionCount({ address: payer as Hex, blockNumber: final })) > nonce
      return isUsed ? { state: 'replaced', by: '' } : { state: 'unknown' }
    },
  }
}

export type Gas = ReturnType<typeof openGas>

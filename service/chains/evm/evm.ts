import {
  encodeFunctionData,
  erc20Abi,
  type Hash,
  isAddressEqual,
  keccak256,
  type PrivateKeyAccount,
  parseEventLogs,
  type TransactionReceipt,
} from 'viem'
import type { EvmSettings } from '#service/platform/settings/networks.ts'
import { EvmError, failureReason, foundOrNot, isAnswer } from './evm-errors.ts'
import { openNode } from './node.ts'

/**
 * A network with Ethereum's protocol, through one of its nodes: quotes, signs and sends token transfers and reads their status.
 * It keeps no state.
 */

type Address = `0x${string}`

/** A transfer of the token, in its smallest units. */
export interface TokenTransfer {
  payer: Address
  to: Address
  value: bigint
}

export interface SignedTransfer {
  transactionId: Hash
  signed: Hash
}

/** The values that signing needs from the network, read at once. */
export interface TransferTerms {
  /** The payer's next nonce, pending transactions included. */
  nonce: number
  gas: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
}

/**
 * `unknown`: the node does not know it. `waiting`: no final block holds it yet. `paid`: it moved exactly the transfer.
 * `another`: it succeeded, but moved something else.
 */
export type TransactionStatus =
  | { state: 'unknown' | 'waiting' | 'paid' | 'reverted' | 'another' }
  /** Another transaction used the nonce, in a final block: this one can never be mined. */
  | { state: 'replaced'; by: Hash }

/** The maximum network fee of a transfer. */
export const feeOf = ({ gas, maxFeePerGas }: Pick<TransferTerms, 'gas' | 'maxFeePerGas'>): bigint => gas * maxFeePerGas

/** Gas limit in percent of the estimate; unused gas is returned. */
const GAS_PERCENT = 120n
/** The fee may double before a transfer is stuck; only the network's actual price is paid. */
const FEE_TIMES = 2n

export type Evm = ReturnType<typeof openEvm>

/** Opens one network for token transfers. Its methods throw EvmError, and errors that `evm-errors.ts` classifies. */
export function openEvm({ rpcUrl, chainId, token, confirmations }: EvmSettings) {
  // Failed calls are not retried here: the job that follows transfers runs each minute.
  const client = openNode(rpcUrl)

  /** Throws an EvmError when the node serves another chain: transfers would go to nobody. */
  async function check(): Promise<void> {
    const found = await client.getChainId()
    if (found !== chainId) throw new EvmError(`The node serves chain ${found}, not ${chainId}.`)
  }

  const balanceOf = (owner: Address): Promise<bigint> =>
    client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })

  const data = ({ to, value }: TokenTransfer) =>
    encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, value] })

  /**
   * The terms of a transfer, fee included. Throws an EvmError when the wallet lacks the coins, or the token refuses the
   * transfer.
   */
  async function quoteOf(transfer: TokenTransfer): Promise<TransferTerms> {
    const { payer, value } = transfer
    if ((await balanceOf(payer)) < value)
      throw new EvmError(`The paying wallet ${payer} holds too little of the token.`)
    const [gas, fees, nonce] = await Promise.all([
      client.estimateGas({ account: payer, to: token, data: data(transfer) }).catch((error: unknown) => {
        throw isAnswer(error) ? new EvmError(`The token refuses the transfer: ${failureReason(error)}`) : error
      }),
      client.estimateFeesPerGas(),
      client.getTransactionCount({ address: payer, blockTag: 'pending' }),
    ])
    const limits = { gas: (gas * GAS_PERCENT) / 100n, maxFeePerGas: fees.maxFeePerGas * FEE_TIMES }
    return { nonce, ...limits, maxPriorityFeePerGas: fees.maxPriorityFeePerGas }
  }

  /** The same, for a wallet that pays the fee now. Throws an EvmError when it cannot. */
  async function termsOf(transfer: TokenTransfer): Promise<TransferTerms> {
    const terms = await quoteOf(transfer)
    const held = await client.getBalance({ address: transfer.payer })
    if (held < feeOf(terms))
      throw new EvmError(`The paying wallet ${transfer.payer} holds too little to pay the network's fee.`)
    return terms
  }

  /** Signs a transfer offline, so its id is known before it is sent. */
  async function sign(
    account: PrivateKeyAccount,
    transfer: TokenTransfer,
    terms: TransferTerms,
  ): Promise<SignedTransfer> {
    const signed = await account.signTransaction({
      type: 'eip1559',
      chainId,
      to: token,
      data: data(transfer),
      ...terms,
    })
    return { transactionId: keccak256(signed), signed }
  }

  /** Sends a signed transaction. Returns the reason when the node refuses it and does not already know it. */
  async function send(signed: Hash): Promise<string | undefined> {
    try {
      await client.sendRawTransaction({ serializedTransaction: signed })
      return undefined
    } catch (error) {
      if (!isAnswer(error)) throw error
      return (await isKnown(keccak256(signed))) ? undefined : failureReason(error)
    }
  }

  const isKnown = async (hash: Hash): Promise<boolean> =>
    (await foundOrNot(client.getTransaction({ hash }))) !== undefined

  /** The status of a signed transfer. Throws when the node cannot be reached: then nothing is known. */
  async function transactionStatus(
    transactionId: Hash,
    transfer: TokenTransfer & { nonce: number },
  ): Promise<TransactionStatus> {
    const [receipt, head] = await Promise.all([
      foundOrNot(client.getTransactionReceipt({ hash: transactionId })),
      client.getBlockNumber({ cacheTime: 0 }),
    ])
    const finalBlock = head - BigInt(confirmations) + 1n
    if (!receipt) return statusWithoutReceipt(transactionId, transfer, finalBlock)
    if (receipt.blockNumber > finalBlock) return { state: 'waiting' }
    if (receipt.status === 'reverted') return { state: 'reverted' }
    return { state: moves(receipt, transfer) ? 'paid' : 'another' }
  }

  async function statusWithoutReceipt(
    hash: Hash,
    { payer, nonce }: { payer: Address; nonce: number },
    finalBlock: bigint,
  ): Promise<TransactionStatus> {
    if (await isKnown(hash)) return { state: 'waiting' }
    const isUsed = async (blockNumber: bigint) =>
      blockNumber >= 0n && (await client.getTransactionCount({ address: payer, blockNumber })) > nonce
    if (!(await isUsed(finalBlock))) return { state: 'unknown' }
    // A node that lost a receipt would let the coins leave twice, so the other transaction has to be found.
    const block = await firstBlock(finalBlock, isUsed)
    const { transactions } = await client.getBlock({ blockNumber: block, includeTransactions: true })
    const other = transactions.find((one) => isAddressEqual(one.from, payer) && one.nonce === nonce)
    if (!other) throw new EvmError(`The node does not show what has used nonce ${nonce} of ${payer}.`)
    return other.hash === hash ? { state: 'waiting' } : { state: 'replaced', by: other.hash }
  }

  /** Whether the token's events show exactly this transfer: the status of a receipt only says that nothing failed. */
  const moves = ({ logs }: TransactionReceipt, { payer, to, value }: TokenTransfer): boolean =>
    parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs }).some(
      ({ address, args }) =>
        isAddressEqual(address, token) &&
        isAddressEqual(args.from, payer) &&
        isAddressEqual(args.to, to) &&
        args.value === value,
    )

  return {
    check,
    quoteOf,
    termsOf,
    sign,
    send,
    transactionStatus,
    balanceOf,
    /** Whether an address has contract code; a wallet that only delegates (EIP-7702) does not count. */
    async isContract(address: Address): Promise<boolean> {
      const code = await client.getCode({ address })
      return code !== undefined && !/^0x(?:ef0100[0-9a-f]{40})?$/i.test(code)
    },
    /** The token's decimals, which differ by network: USDT has 6 on Ethereum and 18 on BNB Smart Chain. */
    async decimals(): Promise<number> {
      if (!(await client.getCode({ address: token }))) throw new EvmError(`The network has no token at ${token}.`)
      return client.readContract({ address: token, abi: erc20Abi, functionName: 'decimals' })
    },
  }
}

/** The first block with a monotonic property, given one block that has it: backwards in growing steps, then by bisection. */
async function firstBlock(known: bigint, isSo: (block: bigint) => Promise<boolean>): Promise<bigint> {
  let [before, first] = [known - 1n, known]
  for (let step = 1n; await isSo(before); step *= 2n) [before, first] = [before - step, before]
  while (first - before > 1n) {
    const middle = (before + first) / 2n
    if (await isSo(middle)) first = middle
    else before = middle
  }
  return first
}

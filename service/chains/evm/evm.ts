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
 * A network that speaks Ethereum's protocol, through one node of it: what signing a token transfer needs to know, sending
 * what was signed, and what became of it. Nothing here keeps anything.
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

/** What signing wants to know of the network, read in one go. */
export interface TransferTerms {
  /** The nonce that the network expects next from the payer, with what waits to be taken into a block. */
  nonce: number
  gas: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
}

/**
 * `unknown` when the node has never heard of it, `waiting` until a block that is deep enough holds it; `paid` when it has
 * moved exactly what it says, and `another` when it has not, although nothing has failed.
 */
export type TransactionStatus =
  | { state: 'unknown' | 'waiting' | 'paid' | 'reverted' | 'another' }
  /** Another transaction has used the nonce, in a deep block: this one can never be taken. */
  | { state: 'replaced'; by: Hash }

/** The most that the network may take for a transfer. */
export const feeOf = ({ gas, maxFeePerGas }: Pick<TransferTerms, 'gas' | 'maxFeePerGas'>): bigint => gas * maxFeePerGas

/** More gas than the last block would take: what is left over comes back. */
const GAS_PERCENT = 120n
/** The fee may double before a transfer is stuck: only the network's real price is paid. */
const FEE_TIMES = 2n

export type Evm = ReturnType<typeof openEvm>

export function openEvm({ rpcUrl, chainId, token, confirmations }: EvmSettings) {
  // A call that fails is not made again here: whoever follows the transfers comes back each minute.
  const client = openNode(rpcUrl)

  /** Throws an EvmProblem when the node serves another network: a transfer would go to nobody. */
  async function check(): Promise<void> {
    const found = await client.getChainId()
    if (found !== chainId) throw new EvmError(`The node serves chain ${found}, not ${chainId}.`)
  }

  const balanceOf = (owner: Address): Promise<bigint> =>
    client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })

  const data = ({ to, value }: TokenTransfer) =>
    encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, value] })

  /** What signing a transfer takes, the fee included. Throws an EvmProblem when the wallet has not the coins, or the token refuses it. */
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

  /** The same, of a wallet that is to pay the fee now. Throws an EvmProblem when it cannot. */
  async function termsOf(transfer: TokenTransfer): Promise<TransferTerms> {
    const terms = await quoteOf(transfer)
    const held = await client.getBalance({ address: transfer.payer })
    if (held < feeOf(terms))
      throw new EvmError(`The paying wallet ${transfer.payer} holds too little to pay the network's fee.`)
    return terms
  }

  /** Signs a transfer without talking to anybody: its id stands before it is sent. */
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

  /** Hands a signed transaction to the network; says why when the node does not take it, and has not taken it before. */
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

  /** What became of a signed transfer. Throws when the node cannot be asked: then nothing is known. */
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
    // A node that has forgotten a receipt would let the coins leave twice: the other transaction has to be shown.
    const block = await firstBlock(finalBlock, isUsed)
    const { transactions } = await client.getBlock({ blockNumber: block, includeTransactions: true })
    const other = transactions.find((one) => isAddressEqual(one.from, payer) && one.nonce === nonce)
    if (!other) throw new EvmError(`The node does not show what has used nonce ${nonce} of ${payer}.`)
    return other.hash === hash ? { state: 'waiting' } : { state: 'replaced', by: other.hash }
  }

  /** Whether the token itself says that it has moved exactly this: a receipt's status says only that nothing has failed. */
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
    /** Whether a contract stands at an address; a wallet that only delegates (EIP-7702) is none. */
    async isContract(address: Address): Promise<boolean> {
      const code = await client.getCode({ address })
      return code !== undefined && !/^0x(?:ef0100[0-9a-f]{40})?$/i.test(code)
    },
    /** Decimals that the token counts in, which differ by network: USDT has 6 on Ethereum and 18 on BNB Smart Chain. */
    async decimals(): Promise<number> {
      if (!(await client.getCode({ address: token }))) throw new EvmError(`The network has no token at ${token}.`)
      return client.readContract({ address: token, abi: erc20Abi, functionName: 'decimals' })
    },
  }
}

/** The first block from which on something is so, given one where it is: backwards in growing steps, then by halves. */
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

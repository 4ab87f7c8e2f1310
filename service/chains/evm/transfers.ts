import {
  encodeFunctionData,
  erc20Abi,
  type Hash,
  type Hex,
  isAddressEqual,
  keccak256,
  type PrivateKeyAccount,
  type PublicClient,
  parseEventLogs,
  type TransactionReceipt,
} from 'viem'
import {
  NetworkError,
  type NetworkFacts,
  type SignedTransfer,
  type TokenTransfer,
  type TransactionStatus,
} from '../network.ts'
import { normal } from './addresses.ts'
import { failureReason, foundOrNot, isAnswer } from './errors.ts'
import { finalBlock, isFinalReceipt } from './finality.ts'
import { type EvmTerms, feeOf, nonceOf, writeTerms } from './terms.ts'

/**
 * A network with Ethereum's protocol, through one of its nodes: quotes, signs and sends token transfers and reads their status.
 * It keeps no state.
 */

/** Gas limit in percent of the estimate; unused gas is returned. */
const GAS_PERCENT = 120n
/** The fee may double before a transfer is stuck; only the network's actual price is paid. */
const FEE_TIMES = 2n

export type Transfers = ReturnType<typeof openTransfers>

/** Opens one network for token transfers. */
export function openTransfers(client: PublicClient, facts: NetworkFacts) {
  const balanceOf = (owner: string, token: string): Promise<bigint> =>
    client.readContract({
      address: normal(token),
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [normal(owner)],
    })

  const data = ({ to, value }: TokenTransfer) =>
    encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [normal(to), value] })

  /**
   * The terms of a transfer, fee included. Throws a NetworkError when the wallet lacks the coins, or the token refuses the
   * transfer.
   */
  async function quoteOf(transfer: TokenTransfer): Promise<EvmTerms> {
    const { value } = transfer
    const [payer, token] = [normal(transfer.payer), normal(transfer.token)]
    if ((await balanceOf(payer, token)) < value)
      throw new NetworkError(`The paying wallet ${payer} holds too little of the token.`)
    const [gas, fees, nonce] = await Promise.all([
      client.estimateGas({ account: payer, to: token, data: data(transfer) }).catch((error: unknown) => {
        throw isAnswer(error) ? new NetworkError(`The token refuses the transfer: ${failureReason(error)}`) : error
      }),
      client.estimateFeesPerGas(),
      client.getTransactionCount({ address: payer, blockTag: 'pending' }),
    ])
    const limits = { gas: (gas * GAS_PERCENT) / 100n, maxFeePerGas: fees.maxFeePerGas * FEE_TIMES }
    return { nonce, ...limits, maxPriorityFeePerGas: fees.maxPriorityFeePerGas }
  }

  /** The same, for a wallet that pays the fee now. Throws a NetworkError when it cannot. */
  async function termsOf(transfer: TokenTransfer): Promise<EvmTerms> {
    const terms = await quoteOf(transfer)
    const held = await client.getBalance({ address: normal(transfer.payer) })
    if (held < feeOf(terms))
      throw new NetworkError(`The paying wallet ${transfer.payer} holds too little to pay the network's fee.`)
    return terms
  }

  /** Signs a transfer offline, so its id is known before it is sent. */
  async function sign(account: PrivateKeyAccount, transfer: TokenTransfer, terms: EvmTerms): Promise<SignedTransfer> {
    const signed = await account.signTransaction({
      type: 'eip1559',
      chainId: Number(facts.chainId),
      to: normal(transfer.token),
      data: data(transfer),
      ...terms,
    })
    return { id: keccak256(signed), signed, terms: writeTerms(terms) }
  }

  /** Sends a signed transaction. Returns the reason when the node refuses it and does not already know it. */
  async function send(signed: string): Promise<string | undefined> {
    try {
      await client.sendRawTransaction({ serializedTransaction: signed as Hex })
      return undefined
    } catch (error) {
      if (!isAnswer(error)) throw error
      return (await isKnown(keccak256(signed as Hex))) ? undefined : failureReason(error)
    }
  }

  const isKnown = async (hash: Hash): Promise<boolean> =>
    (await foundOrNot(client.getTransaction({ hash }))) !== undefined

  /** The fate of a signed transfer. Throws when the node cannot be reached: then nothing is known. */
  async function fate(
    transfer: TokenTransfer,
    { id, terms }: Pick<SignedTransfer, 'id' | 'terms'>,
  ): Promise<TransactionStatus> {
    const hash = id as Hash
    const [receipt, head] = await Promise.all([
      foundOrNot(client.getTransactionReceipt({ hash })),
      client.getBlockNumber({ cacheTime: 0 }),
    ])
    const final = await finalBlock(client, facts, head)
    if (!receipt) return fateWithoutReceipt(hash, { payer: normal(transfer.payer), nonce: nonceOf(terms) }, final)
    if (!(await isFinalReceipt(client, receipt, final))) return { state: 'waiting' }
    if (receipt.status === 'reverted') return { state: 'failed' }
    return { state: moves(receipt, transfer) ? 'paid' : 'another' }
  }

  async function fateWithoutReceipt(
    hash: Hash,
    { payer, nonce }: { payer: Hex; nonce: number },
    final: bigint,
  ): Promise<TransactionStatus> {
    if (await isKnown(hash)) return { state: 'waiting' }
    const isUsed = async (blockNumber: bigint) =>
      blockNumber >= 0n && (await client.getTransactionCount({ address: payer, blockNumber })) > nonce
    if (!(await isUsed(final))) return { state: 'unknown' }
    // A node that lost a receipt would let the coins leave twice, so the other transaction has to be found.
    const block = await firstBlock(final, isUsed)
    const { transactions } = await client.getBlock({ blockNumber: block, includeTransactions: true })
    const other = transactions.find((one) => isAddressEqual(one.from, payer) && one.nonce === nonce)
    if (!other) throw new NetworkError(`The node does not show what has used nonce ${nonce} of ${payer}.`)
    return other.hash === hash ? { state: 'waiting' } : { state: 'replaced', by: other.hash }
  }

  /** Whether the token's events show exactly this transfer: the status of a receipt only says that nothing failed. */
  const moves = ({ logs }: TransactionReceipt, { payer, to, token, value }: TokenTransfer): boolean =>
    parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs }).some(
      ({ address, args }) =>
        isAddressEqual(address, normal(token)) &&
        isAddressEqual(args.from, normal(payer)) &&
        isAddressEqual(args.to, normal(to)) &&
        args.value === value,
    )

  return {
    quoteOf,
    termsOf,
    sign,
    send,
    fate,
    balanceOf,
    /** Whether an address has contract code; a wallet that only delegates (EIP-7702) does not count. */
    async isContract(address: string): Promise<boolean> {
      const code = await client.getCode({ address: normal(address) })
      return code !== undefined && !/^0x(?:ef0100[0-9a-f]{40})?$/i.test(code)
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

import {
  erc20Abi,
  getAddress,
  type Hash,
  type Hex,
  isAddressEqual,
  parseEventLogs,
  type TransactionReceipt,
} from 'viem'
import type { EvmSettings } from '#service/platform/settings/networks.ts'
import { EvmError, foundOrNot } from './evm-errors.ts'
import { openNode } from './node.ts'
import { createRanges, type RangePart } from './ranges.ts'

/**
 * Reads incoming token transfers of a network with Ethereum's protocol, through one of its nodes. It queries ranges of blocks
 * by contract only, so that the cost does not depend on the number of addresses. It keeps no state.
 */

/** A transfer of a known token, as found in a block. */
export interface Arrival {
  transactionId: Hash
  logIndex: number
  block: bigint
  blockHash: Hash
  token: Hex
  sender: Hex
  to: Hex
  value: bigint
}

export interface BlockName {
  block: bigint
  hash: Hash
}

export interface Span {
  from: bigint
  to: bigint
}

/** The outcome of a transaction; `unknown` when the node has no receipt of it in a block of its chain. */
export type TransactionOutcome =
  | { state: 'unknown' }
  | { state: 'reverted'; block: bigint }
  | { state: 'taken'; block: bigint; arrivals: readonly Arrival[] }

/** Balances of one `eth_call`: its code and data stay under the 49,152 bytes of EIP-3860. */
const BALANCES_AT_ONCE = 100

export type ChainReader = ReturnType<typeof openReader>

/** Opens a reader of one network. Its methods throw errors that `evm-errors.ts` classifies. */
export function openReader({ rpcUrl, chainId, token, otherTokens }: EvmSettings) {
  const node = openNode(rpcUrl, { retriesWhenBusy: true })
  const tokens = [token, ...otherTokens]
  const isKnown = (address: Hex): boolean => tokens.some((one) => isAddressEqual(one, address))
  const ranges = createRanges()

  /** Throws an EvmError when the node serves another chain. */
  async function check(): Promise<void> {
    const found = await node.getChainId()
    if (found !== chainId) throw new EvmError(`The node serves chain ${found}, not ${chainId}.`)
  }

  /** The hash of a block; undefined when the node does not have the block. */
  async function hashOf(block: bigint): Promise<Hash | undefined> {
    const found = await foundOrNot(node.getBlock({ blockNumber: block }))
    return found?.number === block ? found.hash : undefined
  }

  /** The last block that the node knows. */
  async function head(): Promise<BlockName> {
    const found = await foundOrNot(node.getBlock({ blockTag: 'latest' }))
    if (!found) throw new EvmError('The node does not tell the last block of its chain.')
    return { block: found.number, hash: found.hash }
  }

  async function logsAt({ from: fromBlock, to: toBlock }: Span, recipient?: Hex): Promise<Arrival[]> {
    const args = recipient && { to: recipient }
    const logs = await node.getLogs({ address: tokens, event: transferEvent, args, fromBlock, toBlock, strict: true })
    return logs.flatMap(({ address, args, blockNumber, blockHash, transactionHash, logIndex, removed }) => {
      // Some nodes ignore the filter, so it is applied again.
      const isInRange = blockNumber !== null && blockNumber >= fromBlock && blockNumber <= toBlock && !removed
      if (!isInRange || args.value === 0n || !isKnown(address)) return []
      const place = { transactionId: transactionHash, logIndex, block: blockNumber, blockHash }
      return [{ ...place, token: getAddress(address), sender: args.from, to: args.to, value: args.value }]
    })
  }

  /** The transfers of known tokens in a transaction, from its receipt alone. */
  async function transfersOf(transactionId: Hash): Promise<TransactionOutcome> {
    const receipt = await foundOrNot(node.getTransactionReceipt({ hash: transactionId }))
    // A receipt may outlive its block in a reorganisation.
    if (!receipt || (await hashOf(receipt.blockNumber)) !== receipt.blockHash) return { state: 'unknown' }
    const { blockNumber: block, status } = receipt
    if (status !== 'success') return { state: 'reverted', block }
    const arrivals = transfersIn(receipt).filter(({ token, value }) => value > 0n && isKnown(token))
    return { state: 'taken', block, arrivals }
  }

  /** Whether the transaction's receipt confirms a transfer: not every node keeps its logs and its blocks consistent. */
  async function proves(arrival: Omit<Arrival, 'sender'>): Promise<boolean> {
    const receipt = await foundOrNot(node.getTransactionReceipt({ hash: arrival.transactionId }))
    if (receipt?.status !== 'success' || receipt.blockHash !== arrival.blockHash) return false
    return transfersIn(receipt).some(
      ({ logIndex, token: moved, to, value }) =>
        logIndex === arrival.logIndex &&
        isAddressEqual(moved, arrival.token) &&
        isAddressEqual(to, arrival.to) &&
        value === arrival.value,
    )
  }

  /** The token balances of addresses after a block, in smallest units. */
  async function balancesAt(addresses: readonly Hex[], block: bigint): Promise<bigint[]> {
    const balances: bigint[] = []
    for (let first = 0; first < addresses.length; first += BALANCES_AT_ONCE) {
      const contracts = addresses
        .slice(first, first + BALANCES_AT_ONCE)
        .map((owner) => ({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [owner] }) as const)
      balances.push(...(await node.multicall({ contracts, blockNumber: block, deployless: true, allowFailure: false })))
    }
    return balances
  }

  /** The first block that is not older than a time in Unix milliseconds; at most `before`. */
  async function blockSince(ms: number, before: bigint): Promise<bigint> {
    let [low, high] = [0n, before]
    while (low < high) {
      const middle = (low + high) / 2n
      const { timestamp } = await node.getBlock({ blockNumber: middle })
      if (Number(timestamp) * 1000 < ms) low = middle + 1n
      else high = middle
    }
    return low
  }

  return {
    check,
    head,
    hashOf,
    transfersOf,
    proves,
    balancesAt,
    blockSince,
    /** All transfers of known tokens in a span of blocks, part by part. */
    arrivals: (span: Span): AsyncGenerator<RangePart<Arrival>> => ranges.read(span, (from, to) => logsAt({ from, to })),
    /** The transfers to one address. */
    arrivalsTo: (recipient: Hex, span: Span): AsyncGenerator<RangePart<Arrival>> =>
      ranges.read(span, (from, to) => logsAt({ from, to }, recipient)),
    isTaken: (address: Hex): boolean => isAddressEqual(address, token),
    /** The token's decimals. */
    async decimals(): Promise<number> {
      if (!(await node.getCode({ address: token }))) throw new EvmError(`The network has no token at ${token}.`)
      return node.readContract({ address: token, abi: erc20Abi, functionName: 'decimals' })
    },
  }
}

const transferEvent = erc20Abi.find((item) => item.type === 'event' && item.name === 'Transfer') as Extract<
  (typeof erc20Abi)[number],
  { name: 'Transfer' }
>

const transfersIn = ({ logs }: TransactionReceipt): Arrival[] =>
  parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs }).map(
    ({ address, args, blockNumber, blockHash, transactionHash, logIndex }) => ({
      transactionId: transactionHash,
      logIndex,
      block: blockNumber,
      blockHash,
      token: getAddress(address),
      sender: args.from,
      to: args.to,
      value: args.value,
    }),
  )

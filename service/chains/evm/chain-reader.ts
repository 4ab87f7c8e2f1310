import {
  erc20Abi,
  getAddress,
  type Hash,
  type Hex,
  isAddressEqual,
  type PublicClient,
  parseEventLogs,
  type TransactionReceipt,
} from 'viem'
import {
  type Arrival,
  type BlockName,
  type ChainReader,
  NetworkError,
  type NetworkFacts,
  type Span,
  type TransactionOutcome,
} from '../network.ts'
import { normal } from './addresses.ts'
import { foundOrNot, translateErrors } from './errors.ts'
import { finalBlock } from './finality.ts'
import { checkChain, decimalsOf } from './node.ts'
import { createRanges } from './ranges.ts'

/**
 * Reads incoming token transfers of a network with Ethereum's protocol, through one of its nodes. It queries ranges of blocks
 * by contract only, so that the cost does not depend on the number of addresses, unless a few are wanted. It keeps no state but
 * the range that its node accepts.
 */

/** Balances of one `eth_call`: its code and data stay under the 49,152 bytes of EIP-3860. */
const BALANCES_AT_ONCE = 100

/** Opens a reader of one network. */
export function openReader(node: PublicClient, facts: NetworkFacts): ChainReader {
  const { chainId, tokens: taken, otherTokens } = facts
  const tokens = [...taken.map(({ contract }) => contract), ...otherTokens].map(normal)
  const isKnown = (address: Hex): boolean => tokens.some((one) => isAddressEqual(one, address))
  const ranges = createRanges()

  /** The hash of a block; undefined when the node does not have the block. */
  async function hashOf(block: bigint): Promise<Hash | undefined> {
    const found = await foundOrNot(node.getBlock({ blockNumber: block }))
    return found?.number === block ? found.hash : undefined
  }

  /** The last block that the node knows. */
  async function head(): Promise<BlockName> {
    const found = await foundOrNot(node.getBlock({ blockTag: 'latest' }))
    if (!found) throw new NetworkError('The node does not tell the last block of its chain.')
    return { block: found.number, hash: found.hash }
  }

  async function logsAt({ from: fromBlock, to: toBlock }: Span, recipients?: readonly string[]): Promise<Arrival[]> {
    const args = recipients && { to: recipients.map(normal) }
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
  async function transfersOf(transactionId: string): Promise<TransactionOutcome> {
    const receipt = await foundOrNot(node.getTransactionReceipt({ hash: transactionId as Hash }))
    // A receipt may outlive its block in a reorganisation.
    if (!receipt || (await hashOf(receipt.blockNumber)) !== receipt.blockHash) return { state: 'unknown' }
    const { blockNumber: block, status } = receipt
    if (status !== 'success') return { state: 'failed', block }
    const arrivals = transfersIn(receipt).filter(({ token, value }) => value > 0n && isKnown(token as Hex))
    return { state: 'taken', block, arrivals }
  }

  /** Whether the transaction's receipt confirms a transfer: not every node keeps its logs and its blocks consistent. */
  async function proves(arrival: Omit<Arrival, 'sender'>): Promise<boolean> {
    const receipt = await foundOrNot(node.getTransactionReceipt({ hash: arrival.transactionId as Hash }))
    if (receipt?.status !== 'success' || receipt.blockHash !== arrival.blockHash) return false
    return transfersIn(receipt).some(
      ({ logIndex, token: moved, to, value }) =>
        logIndex === arrival.logIndex &&
        isAddressEqual(moved as Hex, normal(arrival.token)) &&
        isAddressEqual(to as Hex, normal(arrival.to)) &&
        value === arrival.value,
    )
  }

  async function received(addresses: readonly string[], { token, block }: { token: string; block: bigint }) {
    const balances: bigint[] = []
    for (let first = 0; first < addresses.length; first += BALANCES_AT_ONCE) {
      const contracts = addresses
        .slice(first, first + BALANCES_AT_ONCE)
        .map(
          (owner) =>
            ({ address: normal(token), abi: erc20Abi, functionName: 'balanceOf', args: [normal(owner)] }) as const,
        )
      balances.push(...(await node.multicall({ contracts, blockNumber: block, deployless: true, allowFailure: false })))
    }
    return { at: block, balances }
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

  return translateErrors<ChainReader>({
    check: () => checkChain(node, chainId),
    head,
    finalHead: ({ block }) => finalBlock(node, facts, block),
    hashOf,
    transfersOf,
    proves,
    received,
    blockSince,
    arrivals: (span, wanted) => ranges.read(span, (from, to) => logsAt({ from, to }, wanted)),
    decimals: (contract) => decimalsOf(node, contract),
  })
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

import {
  createPublicClient,
  erc20Abi,
  getAddress,
  type Hash,
  type Hex,
  http,
  isAddressEqual,
  parseEventLogs,
} from 'viem'
import type { EvmSettings } from '../../settings/networks.ts'
import { EvmProblem, foundOrNot, isAnswer } from './evm-errors.ts'

/**
 * What has arrived on a network that speaks Ethereum's protocol, through one node of it. Asked in ranges of blocks, by contract
 * alone, so that it costs the same for one address as for all of them. Nothing here keeps anything.
 */

const TIMEOUT_MS = 5_000
/** The most blocks that are asked for at once; nodes that refuse so many are asked for fewer. */
const MOST_BLOCKS = 1_000n
/** How often a node may refuse in one reading before it is given up. */
const MOST_REFUSALS = 12

/** A transfer of one of the known tokens, as a block tells of it. */
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

export type ChainReader = ReturnType<typeof openReader>

export function openReader({ rpcUrl, chainId, token, otherTokens }: EvmSettings) {
  const client = createPublicClient({ transport: http(rpcUrl, { timeout: TIMEOUT_MS, retryCount: 0 }) })
  const tokens = [token, ...otherTokens]
  let most = MOST_BLOCKS

  /** Throws an EvmProblem when the node serves another network. */
  async function check(): Promise<void> {
    const found = await client.getChainId()
    if (found !== chainId) throw new EvmProblem(`The node serves chain ${found}, not ${chainId}.`)
  }

  /** The hash of a block; undefined when the node does not have it. */
  async function hashOf(block: bigint): Promise<Hash | undefined> {
    const found = await foundOrNot(client.getBlock({ blockNumber: block }))
    return found?.number === block ? found.hash : undefined
  }

  /** The last block that the node knows. */
  async function head(): Promise<BlockName> {
    const { number, hash } = await client.getBlock({ blockTag: 'latest' })
    return { block: number, hash }
  }

  /** Every transfer of the known tokens in a range, in as many questions as the node wants. */
  async function arrivals(from: bigint, to: bigint): Promise<Arrival[]> {
    const found: Arrival[] = []
    let refusals = 0
    // One that has refused may take more another time: it is tried once in a reading, not after each answer.
    if (most < MOST_BLOCKS) most *= 2n
    for (let start = from; start <= to; ) {
      const end = start + most - 1n < to ? start + most - 1n : to
      try {
        found.push(...(await arrivalsAt(start, end)))
        start = end + 1n
      } catch (error) {
        refusals += 1
        if (start === end || refusals >= MOST_REFUSALS || !mayBeTooMany(error)) throw error
        most = (end - start + 1n) / 2n
      }
    }
    return found
  }

  async function arrivalsAt(fromBlock: bigint, toBlock: bigint): Promise<Arrival[]> {
    const logs = await client.getLogs({ address: tokens, event: transferEvent, fromBlock, toBlock, strict: true })
    return logs.flatMap(({ address, args, blockNumber, blockHash, transactionHash, logIndex, removed }) => {
      // Told to leave others out, a node may all the same tell of them.
      const isAsked = blockNumber !== null && blockNumber >= fromBlock && blockNumber <= toBlock && !removed
      if (!isAsked || args.value === 0n || !tokens.some((one) => isAddressEqual(one, address))) return []
      const place = { transactionId: transactionHash, logIndex, block: blockNumber, blockHash }
      return [{ ...place, token: getAddress(address), sender: args.from, to: args.to, value: args.value }]
    })
  }

  /** Whether the receipt of its transaction says the same: not every node keeps its logs and its blocks together. */
  async function proves(arrival: Omit<Arrival, 'sender'>): Promise<boolean> {
    const receipt = await foundOrNot(client.getTransactionReceipt({ hash: arrival.transactionId }))
    if (receipt?.status !== 'success' || receipt.blockHash !== arrival.blockHash) return false
    return parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs: receipt.logs }).some(
      ({ address, args, logIndex }) =>
        logIndex === arrival.logIndex &&
        isAddressEqual(address, arrival.token) &&
        isAddressEqual(args.to, arrival.to) &&
        args.value === arrival.value,
    )
  }

  return {
    check,
    head,
    hashOf,
    arrivals,
    proves,
    isTaken: (address: Hex): boolean => isAddressEqual(address, token),
    /** Decimals that the token counts in. */
    async decimals(): Promise<number> {
      if (!(await client.getCode({ address: token }))) throw new EvmProblem(`The network has no token at ${token}.`)
      return client.readContract({ address: token, abi: erc20Abi, functionName: 'decimals' })
    },
  }
}

const transferEvent = erc20Abi.find((item) => item.type === 'event' && item.name === 'Transfer') as Extract<
  (typeof erc20Abi)[number],
  { name: 'Transfer' }
>

/** What nodes say to a range that is too long, or to one with too much in it: each in words and a status of its own. */
const mayBeTooMany = (error: unknown): boolean =>
  isAnswer(error) || (error instanceof Error && /HttpRequestError|TimeoutError/.test(String(error.name)))

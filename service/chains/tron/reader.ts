import {
  type Arrival,
  type BlockName,
  type ChainReader,
  NetworkError,
  type NetworkFacts,
  NodeError,
  type RangePart,
  type Span,
  type TransactionOutcome,
} from '../network.ts'
import { addresses, toHex } from './addresses.ts'
import { createBalances } from './balances.ts'
import { roundMs } from './budget.ts'
import { deepest } from './final-block.ts'
import { createIdentity, readDecimals } from './identity.ts'
import { openTronNode, type TronNodeOptions, type TronNodeSettings } from './node.ts'
import { createRanges, MAX_ALTERNATIVES, MAX_RESULTS, TooManyResultsError } from './ranges.ts'
import {
  type Log,
  type Receipt,
  readBlock,
  readLogs,
  readQuantity,
  readReceipt,
  TRANSFER_TOPIC,
  toId,
  toQuantity,
  toTopic,
} from './replies.ts'
import { transfersIn } from './transfers.ts'

/**
 * Reads incoming token transfers of Tron through the JSON-RPC of a java-tron node. Logs only name the transactions; each transfer is
 * read from the transaction's receipt, whose order of logs gives the place of a transfer whatever numbers a version of java-tron
 * writes into logs. It keeps no state but the receipts of the last transactions.
 */

export interface TronReader extends ChainReader {
  /** Requests since the reader was opened. */
  requests(): number
  readonly perAddress: NonNullable<ChainReader['perAddress']>
}

export interface TronReaderSettings extends TronNodeSettings {
  facts: NetworkFacts
  /** Requests that the node allows in a day. */
  requestsADay?: number
}

/** Receipts that are remembered: the rounds of a minute read the same blocks again until they are final. */
const MAX_RECEIPTS = 5_000

/** Each takes a request, and the poll that asked for them waits the longer. */
const MAX_BALANCES = 5

const earlier = (one: bigint, other: bigint): bigint => (one < other ? one : other)

/** Opens a reader. Its methods throw a NetworkError, or a NodeError when the node fails; neither is an answer. */
export function openTronReader(settings: TronReaderSettings, options: TronNodeOptions = {}): TronReader {
  const { facts } = settings
  const node = openTronNode(settings, options)
  const identity = createIdentity(node, { chainId: facts.chainId, now: options.now ?? Date.now })
  const ranges = createRanges()
  const known = new Set([...facts.tokens.map(({ contract }) => contract), ...facts.otherTokens].map(addresses.normal))
  const contracts = [...known].map(toHex)
  const receipts = new Map<string, Receipt>()
  /** The last block that the node has told of. */
  let told = -1n

  async function blockOf(name: 'latest' | 'finalized'): Promise<BlockName> {
    const found = await readBlock(node, name)
    if (!found) throw new NodeError(`The node does not tell the block "${name}": java-tron 4.8 and newer do.`)
    return { block: found.number, hash: found.hash }
  }

  async function head(): Promise<BlockName> {
    const found = await blockOf('latest')
    if (found.block > told) told = found.block
    return found
  }

  async function hashOf(block: bigint): Promise<string | undefined> {
    return block === 0n ? identity.genesis() : (await readBlock(node, block))?.hash
  }

  /** The receipt of a transaction that a log names, from memory where it was read before. */
  async function receiptOf({ transactionHash: id, blockHash }: Log): Promise<Receipt> {
    const name = `${id}${blockHash}`
    const receipt = receipts.get(name) ?? (await readReceipt(node, id))
    if (receipt?.blockHash !== blockHash)
      throw new NodeError(`The node has a log of ${id}, and no receipt of it in the same block.`)
    receipts.delete(name)
    receipts.set(name, receipt)
    for (const oldest of receipts.keys()) {
      if (receipts.size <= MAX_RECEIPTS) break
      receipts.delete(oldest)
    }
    return receipt
  }

  const arrivalsIn = (receipt: Receipt): Arrival[] =>
    receipt.status === '0x1' ? transfersIn(receipt).filter(({ token, value }) => value > 0n && known.has(token)) : []

  /** The transfers to a group of recipients. Some nodes ignore a filter, so it is applied again. */
  async function arrivalsTo(group: readonly string[], { from, to }: Span): Promise<Arrival[]> {
    const logs = await readLogs(node, {
      address: contracts,
      topics: [TRANSFER_TOPIC, null, group.map((one) => toTopic(toHex(one)))],
      fromBlock: toQuantity(from),
      toBlock: toQuantity(to),
    })
    if (logs.length >= MAX_RESULTS) throw new TooManyResultsError(`The range has more than ${MAX_RESULTS} results.`)
    const wanted = new Set(group)
    const isWanted = (log: Log): boolean =>
      log.blockNumber >= from &&
      log.blockNumber <= to &&
      !log.removed &&
      transfersIn({ logs: [log] }).some((one) => one.value > 0n && known.has(one.token) && wanted.has(one.to))
    const transactions = new Map(logs.filter(isWanted).map((log) => [log.transactionHash, log]))
    const found: Arrival[] = []
    for (const log of transactions.values())
      found.push(...arrivalsIn(await receiptOf(log)).filter((one) => wanted.has(one.to)))
    return found
  }

  /** A node that lags answers a range beyond its head with an empty list, which would be taken for "nothing arrived". */
  async function assertReaches(block: bigint): Promise<void> {
    if (block <= told) return
    const found = await readQuantity(node, 'eth_blockNumber', [])
    if (found < block) throw new NodeError(`The node has block ${found}, and block ${block} is asked for.`)
    told = found
  }

  async function* arrivals(span: Span, wanted?: readonly string[]): AsyncGenerator<RangePart<Arrival>> {
    if (wanted === undefined)
      throw new NetworkError('Transfers of Tron are read by recipients: 100 move in each block.')
    if (span.from > span.to) return
    await assertReaches(span.to)
    const recipients = [...new Set(wanted.map(addresses.normal))]
    yield* ranges.read(span, async (part) => {
      const found: Arrival[] = []
      for (let first = 0; first < recipients.length; first += MAX_ALTERNATIVES)
        found.push(...(await arrivalsTo(recipients.slice(first, first + MAX_ALTERNATIVES), part)))
      return found
    })
  }

  async function transfersOf(transactionId: string): Promise<TransactionOutcome> {
    const receipt = await readReceipt(node, toId(transactionId))
    // A receipt may outlive its block when the last blocks are replaced.
    if (!receipt || (await hashOf(receipt.blockNumber)) !== receipt.blockHash) return { state: 'unknown' }
    const { blockNumber: block, status } = receipt
    return status === '0x1' ? { state: 'taken', block, arrivals: arrivalsIn(receipt) } : { state: 'failed', block }
  }

  async function proves(arrival: Omit<Arrival, 'sender'>): Promise<boolean> {
    const receipt = await readReceipt(node, toId(arrival.transactionId))
    if (receipt?.blockHash !== arrival.blockHash) return false
    return arrivalsIn(receipt).some(
      ({ logIndex, token, to, value, block }) =>
        logIndex === arrival.logIndex &&
        block === arrival.block &&
        value === arrival.value &&
        addresses.same(token, arrival.token) &&
        addresses.same(to, arrival.to),
    )
  }

  return {
    check: identity.check,
    head,
    async finalHead(head) {
      const { block } = await blockOf('finalized')
      return earlier(block, deepest(head.block))
    },
    hashOf,
    arrivals,
    transfersOf,
    proves,
    received: createBalances(node),
    decimals: (contract) => readDecimals(node, contract),
    async blockSince(ms, before) {
      let [low, high] = [0n, before]
      while (low < high) {
        const middle = (low + high) / 2n
        const found = await readBlock(node, middle)
        if (!found) throw new NodeError(`The node does not have block ${middle}.`)
        if (Number(found.timestamp) * 1000 < ms) low = middle + 1n
        else high = middle
      }
      return low
    },
    requests: node.requests,
    perAddress: { pauseMs: (recipients) => roundMs(recipients, settings.requestsADay), maxBalances: MAX_BALANCES },
  }
}

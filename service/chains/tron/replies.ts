import * as v from 'valibot'
import { NodeError } from '../network.ts'
import type { TronNode } from './node.ts'

/**
 * The answers of JSON-RPC that are used here, checked. Ids and hashes are kept as the network writes them: 64 hexadecimal digits in
 * lower case, without 0x. Source: https://developers.tron.network/reference/json-rpc-api-overview.
 */

const Quantity = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]+$/i),
  v.transform((text) => BigInt(text)),
)
const Hash = v.pipe(
  v.string(),
  v.regex(/^(?:0x)?[0-9a-f]{64}$/i),
  v.transform((text) => text.slice(-64).toLowerCase()),
)
const Hex = v.pipe(v.string(), v.regex(/^0x(?:[0-9a-f]{2})*$/i), v.toLowerCase())

const Block = v.object({
  number: Quantity,
  hash: Hash,
  parentHash: Hash,
  /** Seconds. */
  timestamp: Quantity,
  transactionsRoot: v.string(),
  transactions: v.array(Hash),
})
export type Block = v.InferOutput<typeof Block>

const Log = v.object({
  address: Hex,
  topics: v.array(Hex),
  data: Hex,
  blockNumber: Quantity,
  blockHash: Hash,
  transactionHash: Hash,
  removed: v.optional(v.nullable(v.boolean())),
})
export type Log = v.InferOutput<typeof Log>

const Receipt = v.object({
  transactionHash: Hash,
  blockNumber: Quantity,
  blockHash: Hash,
  status: v.picklist(['0x0', '0x1']),
  logs: v.array(Log),
})
export type Receipt = v.InferOutput<typeof Receipt>

function checked<S extends v.GenericSchema>(schema: S, answer: unknown, method: string): v.InferOutput<S> {
  const { success, output } = v.safeParse(schema, answer)
  if (!success) throw new NodeError(`The node answers ${method} in a form that java-tron does not use.`)
  return output
}

export const toQuantity = (value: bigint): string => `0x${value.toString(16)}`

/** The id of a transaction as it is compared. Throws a NodeError for a text that is none. */
export const toId = (text: string): string => checked(Hash, text.trim(), 'a transaction')

/** From here on a number is no time in seconds: that would be the year 5138. */
const MILLISECONDS = 100_000_000_000n

/** A block by its number; undefined when the node does not have it. */
export async function readBlock(node: TronNode, name: bigint | 'latest' | 'finalized'): Promise<Block | undefined> {
  const tag = typeof name === 'bigint' ? toQuantity(name) : name
  const answer = await node.rpc('eth_getBlockByNumber', [tag, false])
  if (answer === null) return undefined
  const block = checked(Block, answer, 'eth_getBlockByNumber')
  // Times of other interfaces are in milliseconds: as seconds they would make a transaction valid for thousands of years.
  if (block.timestamp >= MILLISECONDS) throw new NodeError('The node tells the time of a block in milliseconds.')
  // The first 8 bytes of a block's id are its number.
  if (BigInt(`0x${block.hash.slice(0, 16)}`) !== block.number)
    throw new NodeError('The node gives a block an id of another number.')
  if (block.transactions.length === 0 && /[1-9a-f]/i.test(block.transactionsRoot.slice(2)))
    throw new NodeError('The node leaves the transactions out of a block that has some.')
  if (typeof name === 'bigint' && block.number !== name) throw new NodeError('The node answers with another block.')
  return block
}

export async function readReceipt(node: TronNode, id: string): Promise<Receipt | undefined> {
  const answer = await node.rpc('eth_getTransactionReceipt', [`0x${id}`])
  if (answer === null) return undefined
  const receipt = checked(Receipt, answer, 'eth_getTransactionReceipt')
  if (receipt.transactionHash !== id) throw new NodeError('The node answers with the receipt of another transaction.')
  return receipt
}

export async function readLogs(node: TronNode, filter: Readonly<Record<string, unknown>>): Promise<Log[]> {
  return checked(v.array(Log), await node.rpc('eth_getLogs', [filter]), 'eth_getLogs')
}

/** The first word of a constant call at the last block; undefined when there is no such contract or function. */
export async function callWord(node: TronNode, contract: string, data: string): Promise<bigint | undefined> {
  const answer = checked(Hex, await node.rpc('eth_call', [{ to: contract, data }, 'latest']), 'eth_call')
  return answer.length < 66 ? undefined : BigInt(answer.slice(0, 66))
}

export const readQuantity = async (node: TronNode, method: string, params: readonly unknown[]): Promise<bigint> =>
  checked(Quantity, await node.rpc(method, params), method)

/** The event of TRC20 transfers: `Transfer(address,address,uint256)`, as ERC-20 has it. */
export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** An address as a topic: 32 bytes. */
export const toTopic = (hex: string): string => `0x${hex.slice(2).padStart(64, '0')}`

import { type Follower, type NetworkFacts, NodeError, type TokenTransfer, type TransactionStatus } from '../network.ts'
import { addresses, toHex } from './addresses.ts'
import { readTrx } from './fees.ts'
import { createIdentity, readBalance, readDecimals } from './identity.ts'
import { openTronNode, type TronNode, type TronNodeOptions, type TronNodeSettings, wordsOf } from './node.ts'
import { type Receipt, readReceipt, TRANSFER_TOPIC, toTopic } from './replies.ts'
import { readTerms } from './terms.ts'
import { executionStatus, readInfo } from './transaction-status.ts'
import { idOfSigned } from './transactions.ts'
import { transfersIn } from './transfers.ts'

/** Sends and follows signed transfers of Tron. It holds no key and keeps no state. */

export interface TronPaySettings extends TronNodeSettings {
  facts: Pick<NetworkFacts, 'chainId'>
  /** Sun that a transfer may cost at most; 100 TRX where it is not given. */
  maxFee?: bigint
}

export type TransferStatus =
  | TransactionStatus
  /** `fee`: the burnt sun. `reason`: of the network, `OUT_OF_ENERGY` for example. */
  | { state: 'failed'; fee: bigint; reason: string }

export interface TronFollower extends Follower {
  fate(...of: Parameters<Follower['fate']>): Promise<TransferStatus>
  requests(): number
}

/** Answers of a node that cannot take anything now; they say nothing about the transaction. */
const BUSY = /^(?:SERVER_BUSY|NO_CONNECTION|NOT_ENOUGH_EFFECTIVE_CONNECTION|BLOCK_UNSOLIDIFIED)$/

function idIn(signed: string): string | undefined {
  try {
    return idOfSigned(signed)
  } catch {
    return undefined
  }
}

/** Sends a signed transaction. Returns the node's reason when it refuses it and no block holds it. */
export async function broadcast(node: TronNode, signed: string): Promise<string | undefined> {
  const id = idIn(signed)
  if (id === undefined) return 'It is no signed transaction of Tron.'
  const { result, code, message, txid } = await node.wallet('broadcasthex', { transaction: signed })
  if (txid !== undefined && txid !== id) throw new NodeError(`The node answers about ${txid} when ${id} is sent.`)
  if (result === true || code === 'DUP_TRANSACTION_ERROR') return undefined
  const reason = [code, wordsOf(message)].filter(Boolean).join(': ')
  if (typeof code !== 'string') throw new NodeError('The node does not say whether it takes the transaction.')
  if (BUSY.test(code)) throw new NodeError(`The node takes no transactions for now: ${reason}`)
  // One that was taken before is refused as expired later on.
  return (await readReceipt(node, id)) ? undefined : reason
}

/** Whether the token's events show exactly this transfer: the status of a receipt only says that nothing failed. */
const isMoved = ({ logs }: Pick<Receipt, 'logs'>, transfer: TokenTransfer): boolean =>
  transfersIn({ logs }).some(
    ({ token, sender, to, value }) =>
      value === transfer.value &&
      addresses.same(token, transfer.token) &&
      addresses.same(sender, transfer.payer) &&
      addresses.same(to, transfer.to),
  )

/** Whether `/wallet` shows the transfer that the receipt of JSON-RPC lacks. */
async function isMovedByInfo(node: TronNode, id: string, { payer, to, token, value }: TokenTransfer): Promise<boolean> {
  const topics = [TRANSFER_TOPIC, toTopic(toHex(payer)), toTopic(toHex(to))].map((one) => one.slice(2))
  const { log } = await readInfo(node, id)
  return log.some(
    (one) =>
      one.address.slice(-40) === toHex(token).slice(2) &&
      one.topics.join() === topics.join() &&
      one.data !== undefined &&
      BigInt(`0x${one.data}`) === value,
  )
}

/** The status of a signed token transfer. */
export async function transferStatus(
  node: TronNode,
  transfer: TokenTransfer,
  { id, terms }: { id: string; terms: string },
): Promise<TransferStatus> {
  const status = await executionStatus(node, id, readTerms(terms))
  if (status.state !== 'succeeded') return status
  if (isMoved(status.receipt, transfer)) return { state: 'paid' }
  if (await isMovedByInfo(node, id, transfer))
    throw new NodeError(`The node contradicts itself about ${id}: only /wallet shows the transfer.`)
  return { state: 'another' }
}

/** Opens a follower. Its methods throw a NetworkError, or a NodeError when the node fails; neither is an answer. */
export function openTronFollower(settings: TronPaySettings, options: TronNodeOptions = {}): TronFollower {
  const node = openTronNode(settings, options)
  const { chainId } = settings.facts
  const { check } = createIdentity(node, { chainId, withWallet: true, now: options.now ?? Date.now })
  return {
    check,
    decimals: (contract) => readDecimals(node, contract),
    send: (signed) => broadcast(node, signed),
    fate: (transfer, of) => transferStatus(node, transfer, of),
    balanceOf: (owner, token) => readBalance(node, owner, token),
    feeBalanceOf: async (owner) => (await readTrx(node, addresses.normal(owner))) ?? 0n,
    async isContract(address) {
      const code = await node.rpc('eth_getCode', [toHex(address), 'latest'])
      return typeof code === 'string' && code.length > 2
    },
    requests: node.requests,
  }
}

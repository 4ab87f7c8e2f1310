import * as v from 'valibot'
import { NodeError } from '../network.ts'
import { readFinalBlock } from './final-block.ts'
import { type TronNode, wordsOf } from './node.ts'
import { type Block, type Receipt, readBlock, readReceipt } from './replies.ts'
import type { Validity } from './transactions.ts'

/** The status of a signed transaction, whatever it calls. */

export type ExecutionStatus =
  /** `unknown`: it may still be sent. `waiting`: no final block holds it yet. `expired`: no block can ever hold it. */
  | { state: 'unknown' | 'waiting' | 'expired' }
  | { state: 'succeeded'; receipt: Receipt }
  /** `fee`: the burnt sun. */
  | { state: 'failed'; fee: bigint; reason: string }

/** The status of a transaction. Throws when the node fails, or contradicts itself: then nothing is known. */
export async function executionStatus(node: TronNode, id: string, validity: Validity): Promise<ExecutionStatus> {
  const final = await readFinalBlock(node)
  const receipt = await readReceipt(node, id)
  if (!receipt) return withoutReceipt(node, { id, validity, final })
  if (receipt.blockNumber > final.number) return { state: 'waiting' }
  // A receipt may outlive its block when the last blocks are replaced.
  if ((await readBlock(node, receipt.blockNumber))?.hash !== receipt.blockHash) return { state: 'waiting' }
  return receipt.status === '0x1'
    ? { state: 'succeeded', receipt }
    : { state: 'failed', ...(await readFailure(node, id)) }
}

interface Missing {
  id: string
  validity: Validity
  final: Block
}

async function withoutReceipt(node: TronNode, { id, validity, final }: Missing): Promise<ExecutionStatus> {
  if (Number(final.timestamp) * 1000 >= validity.expiration)
    return { state: (await isAbsent(node, { id, validity, final })) ? 'expired' : 'waiting' }
  return { state: (await isPending(node, id)) ? 'waiting' : 'unknown' }
}

/** Not every provider offers this; without it the transaction is sent again, which the network takes once. */
async function isPending(node: TronNode, id: string): Promise<boolean> {
  const { txID } = await node.wallet('gettransactionfrompending', { value: id }).catch(() => ({ txID: undefined }))
  return txID === id
}

/**
 * Whether the blocks themselves lack a transaction that has expired. A missing receipt is no proof, since nodes forget: every block
 * from the signed reference to the first one past the expiration is read, and each has to be the parent of the next. The block of
 * that time counts, because java-tron compares the expiration with the time of the block before.
 */
async function isAbsent(node: TronNode, { id, validity, final }: Missing): Promise<boolean> {
  const { refBlock, refId, expiration } = validity
  let last = await readBlock(node, BigInt(refBlock))
  if (last?.hash !== refId)
    throw new NodeError(`The node lacks block ${refId}, which was final when the transaction was signed.`)
  while (Number(last.timestamp) * 1000 < expiration) {
    const next: Block | undefined = await readBlock(node, last.number + 1n)
    if (!next || next.number > final.number)
      throw new NodeError(`The node does not have block ${last.number + 1n} among its final ones.`)
    if (next.parentHash !== last.hash)
      throw new NodeError(`The node's block ${next.number} is not on the block before.`)
    if (next.transactions.includes(id)) return false
    last = next
  }
  return true
}

const Info = v.object({
  id: v.string(),
  fee: v.optional(v.number(), 0),
  receipt: v.object({ result: v.optional(v.string()) }),
  resMessage: v.optional(v.string()),
  log: v.optional(
    v.array(v.object({ address: v.string(), topics: v.array(v.string()), data: v.optional(v.string()) })),
    [],
  ),
})
export type TransactionInfo = v.InferOutput<typeof Info>

/** The transaction as the other interface of the node tells it. */
export async function readInfo(node: TronNode, id: string): Promise<TransactionInfo> {
  const { success, output } = v.safeParse(Info, await node.wallet('gettransactioninfobyid', { value: id }))
  if (!success || output.id !== id) throw new NodeError(`The node has a receipt of ${id}, and no information about it.`)
  return output
}

async function readFailure(node: TronNode, id: string): Promise<{ fee: bigint; reason: string }> {
  const { receipt, fee, resMessage } = await readInfo(node, id)
  const { result } = receipt
  if (result === undefined || result === 'SUCCESS' || result === 'DEFAULT')
    throw new NodeError(`The node contradicts itself about ${id}: it failed by JSON-RPC, and did not by /wallet.`)
  const words = wordsOf(resMessage)
  return { fee: BigInt(fee), reason: words && words !== result ? `${result}: ${words}` : result }
}

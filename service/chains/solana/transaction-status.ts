import { NodeError, type TokenTransfer, type TransactionStatus } from '../network.ts'
import { tokenAccountOf } from './addresses.ts'
import { isAbsent } from './blocks.ts'
import { refusalIn } from './fees.ts'
import { accountsIn, readWire } from './message.ts'
import type { SolanaNode } from './node.ts'
import { TOKEN } from './programs.ts'
import { readHeight, readSlot, readStatus, readTransaction, type Transaction } from './replies.ts'
import { messageOfTransfer, readTerms, type SolanaTerms } from './terms.ts'

/** Blocks on a final one at least (facts.ts); as many slots, or more. */
const VOTED_BLOCKS = 31

/** The status of a signed token transfer. Throws when the node fails, or contradicts itself: then nothing is known. */
export async function transferStatus(
  node: SolanaNode,
  transfer: TokenTransfer,
  { id, terms: text }: { id: string; terms: string },
): Promise<TransactionStatus> {
  const terms = readTerms(text)
  const status = await readStatus(node, id)
  if (!status) return withoutStatus(node, id, terms)
  if (status.confirmationStatus !== 'finalized') return { state: 'waiting' }
  // A node that calls a newer slot final than can be is not believed.
  if (status.slot > (await readSlot(node, 'processed')) - VOTED_BLOCKS) return { state: 'waiting' }
  const found = await readTransaction(node, id)
  if (!found) throw new NodeError(`The node contradicts itself: ${id} is final, and in none of its final blocks.`)
  if (found.slot !== status.slot || (found.meta.err === null) !== (status.err === null))
    throw new NodeError(`The node contradicts itself about ${id}: its status and its block differ.`)
  if (found.meta.err !== null)
    return { state: 'failed', reason: refusalIn({ err: found.meta.err, logs: found.meta.logMessages }) }
  return { state: moved(found, transfer, { id, terms }) }
}

async function withoutStatus(node: SolanaNode, id: string, terms: SolanaTerms): Promise<TransactionStatus> {
  const [final, head] = [await readHeight(node, 'finalized'), await readHeight(node, 'processed')]
  const isPast = final > terms.lastValidHeight && head - BigInt(VOTED_BLOCKS) > terms.lastValidHeight
  if (!isPast) return { state: 'unknown' }
  // A missing status alone proves nothing, since nodes forget.
  return { state: (await isAbsent(node, id, terms)) ? 'expired' : 'waiting' }
}

const sameBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index])

/** Whether a transaction that succeeded is the transfer, by its own bytes and by the balances that it left. */
function moved(found: Transaction, transfer: TokenTransfer, { id, terms }: { id: string; terms: SolanaTerms }) {
  const wire = readWire(found.transaction)
  if (wire?.id !== id) throw new NodeError(`The node answers with another transaction than ${id}.`)
  if (!sameBytes(wire.message, messageOfTransfer(transfer, terms))) return 'another'
  const { payer, to, token, value } = transfer
  const accounts = accountsIn(wire.message)
  const gain = (owner: string): bigint => {
    const at = accounts.indexOf(tokenAccountOf(owner, { token, program: terms.program }))
    const amounts = [found.meta.preTokenBalances, found.meta.postTokenBalances].map((balances) => {
      const balance = balances.find(({ accountIndex }) => accountIndex === at)
      if (balance && (balance.mint !== token || (balance.owner !== undefined && balance.owner !== owner)))
        throw new NodeError(`The node contradicts itself about ${id}: it tells the token account of another owner.`)
      return balance?.uiTokenAmount.amount ?? 0n
    })
    return (amounts[1] ?? 0n) - (amounts[0] ?? 0n)
  }
  if (gain(to) === value && gain(payer) === -value) return 'paid'
  // Only tokens of Token-2022 can keep a part of what they move.
  if (terms.program !== TOKEN) return 'another'
  throw new NodeError(`The node contradicts itself about ${id}: it succeeded, and its balances differ from it.`)
}

import { NodeError, type Probe } from '../network.ts'
import { fromHex } from './addresses.ts'
import { RefusalError } from './errors.ts'
import { estimateEnergy, formatTrx, readPrices, readTrx } from './fees.ts'
import { type TronNode, wordsOf } from './node.ts'
import { readBlock } from './replies.ts'
import { EXPIRATION_MS } from './terms.ts'

/** Demands on a node that pays and follows. */

/** An address of which any node can be asked: `0x…dEaD`, whose key nobody has. */
const ANYBODY = fromHex('0x000000000000000000000000000000000000dead')
/** The shortest time of a block, for the blocks that the proof of an expiration reads. */
const BLOCK_MS = 3_000
/** A final block is 18 below the head as a rule. A node that stands still shows an older one. */
const MAX_BEHIND = 100n
const NO_TRANSACTION = '0'.repeat(64)

/** The reason why an empty transaction is refused: a code, or an error in words. A gateway that offers no sending gives none. */
async function refusalOfNothing(node: TronNode): Promise<string | undefined> {
  try {
    const { code, message } = await node.wallet('broadcasthex', { transaction: '' })
    return typeof code === 'string' ? [code, wordsOf(message)].filter(Boolean).join(': ') : undefined
  } catch (error) {
    if (error instanceof RefusalError) return error.message
    throw error
  }
}

/** `token`: the contract whose transfers are simulated; not asked for without one. */
export function createProbes(node: TronNode, token: string | undefined): readonly Probe[] {
  const simulation: Probe = {
    what: 'energy',
    async ask() {
      const transfer = { payer: ANYBODY, to: ANYBODY, token: token ?? '', value: 0n }
      return `${await estimateEnergy(node, transfer)} at most for a transfer of nothing`
    },
  }
  return [
    {
      what: 'final state',
      async ask() {
        const [final, head] = [await readBlock(node, 'finalized'), await readBlock(node, 'latest')]
        if (!final || !head) throw new NodeError('It does not tell the block "finalized": java-tron 4.8 and newer do.')
        if (head.number - final.number > MAX_BEHIND)
          throw new NodeError(`Block ${final.number} is final, and ${head.number} is the last one: it stands still.`)
        return `told at block ${final.number}, ${head.number - final.number} below the head`
      },
    },
    {
      what: 'old blocks',
      async ask() {
        const head = await readBlock(node, 'latest')
        const needed = BigInt(Math.ceil(EXPIRATION_MS / BLOCK_MS)) + MAX_BEHIND
        const from = head && head.number > needed ? head.number - needed : 0n
        // Without them nobody can prove that a transfer has expired, so none could be signed in its place.
        if (!(await readBlock(node, from))) throw new NodeError(`It does not have block ${from}.`)
        return `kept back to ${from}`
      },
    },
    {
      what: 'fees',
      async ask() {
        const { energy, byte } = await readPrices(node)
        return `${energy} sun a unit of energy, ${byte} a byte`
      },
    },
    ...(token === undefined ? [] : [simulation]),
    {
      what: 'accounts',
      ask: async () => `told: ${formatTrx((await readTrx(node, ANYBODY)) ?? 0n)} TRX at ${ANYBODY}`,
    },
    {
      what: 'sending',
      async ask() {
        const reason = await refusalOfNothing(node)
        if (reason === undefined) throw new NodeError('It does not take transactions.')
        return `offered: an empty transaction is refused (${reason})`
      },
    },
    {
      what: 'waiting transactions',
      async ask() {
        const answer = await node.wallet('gettransactionfrompending', { value: NO_TRANSACTION }).catch(() => undefined)
        return answer ? 'told' : 'not told: a transfer is sent again each minute until a block holds it'
      },
    },
  ]
}

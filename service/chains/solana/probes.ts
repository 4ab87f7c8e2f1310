import { NodeError, type Probe } from '../network.ts'
import { METHOD_NOT_FOUND, RefusalError } from './errors.ts'
import { formatSol } from './fees.ts'
import { messageOf, toWire } from './message.ts'
import { openSolanaNode, type SolanaNodeOptions, type SolanaNodeSettings } from './node.ts'
import { COMPUTE_BUDGET } from './programs.ts'
import {
  readBlock,
  readFirstSlot,
  readRent,
  readSlot,
  readSlots,
  readStatus,
  readUnitPrices,
  simulate,
} from './replies.ts'
import { VALID_BLOCKS } from './terms.ts'

/** Demands on a node that pays and follows. */

/** An address that every network knows: coins are burnt there. */
const ANYBODY = '1nc1nerator11111111111111111111111111111111'
/** A final block is 31 slots below the last one as a rule. A node that stands still shows an older one. */
const MAX_BEHIND = 150
const TOKEN_ACCOUNT_BYTES = 165
/** The id of no transaction: 64 bytes of zero. */
const NO_TRANSACTION = '1'.repeat(64)

export function createProbes(settings: SolanaNodeSettings, options: SolanaNodeOptions): readonly Probe[] {
  const node = openSolanaNode(settings, options)
  return [
    {
      what: 'final state',
      async ask() {
        const [final, head] = [await readSlot(node, 'finalized'), await readSlot(node, 'processed')]
        if (head - final > MAX_BEHIND)
          throw new NodeError(`Slot ${final} is final, and ${head} is the last one: it stands still.`)
        return `told at slot ${final}, ${head - final} below the last one`
      },
    },
    {
      what: 'history',
      async ask() {
        // Without it a transfer that was paid long ago looks like one that nobody knows.
        await readStatus(node, NO_TRANSACTION)
        return 'searched for the status of a transfer'
      },
    },
    {
      what: 'old blocks',
      async ask() {
        const final = await readSlot(node, 'finalized')
        const first = await readFirstSlot(node)
        const needed = Math.max(0, final - 4 * Number(VALID_BLOCKS))
        // Without them nobody can prove that a transfer has expired, so none could be signed in its place.
        if (first > needed) throw new NodeError(`It keeps blocks from slot ${first} on, and ${needed} is needed.`)
        const [slot] = await readSlots(node, needed, 1)
        if (slot === undefined) throw new NodeError(`It lists no block from slot ${needed} on.`)
        await readBlock(node, slot)
        return `kept back to slot ${first}`
      },
    },
    {
      what: 'fees',
      async ask() {
        const prices = await readUnitPrices(node, [ANYBODY])
        return `${prices.length} blocks with prices of compute units`
      },
    },
    {
      what: 'rent',
      ask: async () => `${formatSol(await readRent(node, TOKEN_ACCOUNT_BYTES))} SOL for a token account`,
    },
    {
      what: 'simulation',
      async ask() {
        const nothing = { program: COMPUTE_BUDGET, accounts: [], data: Uint8Array.from([2, 0, 4, 0, 0]) }
        const message = messageOf(ANYBODY, [nothing], COMPUTE_BUDGET)
        const { err } = await simulate(node, toWire(new Uint8Array(64), message), [])
        return `offered${err === null ? '' : `: a transaction of nobody is refused (${JSON.stringify(err)})`}`
      },
    },
    {
      what: 'sending',
      async ask() {
        const refusal = await node.rpc('sendTransaction', ['', { encoding: 'base64' }]).then(
          () => undefined,
          (error: unknown) => error,
        )
        if (!(refusal instanceof RefusalError)) throw refusal ?? new NodeError('It takes an empty transaction.')
        if (refusal.code === METHOD_NOT_FOUND) throw new NodeError('It does not take transactions.')
        return `offered: an empty transaction is refused (${refusal.message})`
      },
    },
  ]
}

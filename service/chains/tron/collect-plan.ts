import { type CollectKind, type CollectStep, NetworkError, NodeError, type TokenTransfer } from '../network.ts'
import { formatTrx, readPrices, readTrx } from './fees.ts'
import type { TronNode } from './node.ts'
import { callOf, quoteTransfer, type TransferQuote } from './payer.ts'
import { readLendable, readResources } from './resources.ts'
import { readTerms } from './terms.ts'
import { bandwidthOf, type Call } from './transactions.ts'

/** The steps that are left before a deposit address can move its tokens, by the state of the network. */

/** A step before it is signed. `amount`: sun that it sends, lends or takes back. */
export interface PlannedStep {
  kind: CollectKind
  amount: bigint
}

export interface Plan {
  steps: readonly PlannedStep[]
  /** Sun that the wallet needs for its steps, and sun that are burnt at most by all of them. */
  walletSun: bigint
  fee: bigint
  quote: TransferQuote
}

/** The smallest amount that creates an account. */
const ACTIVATION_AMOUNT = 1n

export interface PlanRequest {
  wallet: string
  transfer: TokenTransfer
  /** Whether energy is lent where the wallet has staked enough; otherwise TRX are burnt for it. */
  lends: boolean
  maxFee: bigint | undefined
}

/** Sun that the address lacks, and the energy that it lacks. */
async function lackOf(node: TronNode, { transfer, maxFee }: PlanRequest) {
  const quote = await quoteTransfer(node, transfer, maxFee)
  const [trx, has] = [await readTrx(node, transfer.payer), await readResources(node, transfer.payer)]
  const energy = quote.energy > has.energy ? quote.energy - has.energy : 0n
  const bytes = BigInt(bandwidthOf(callOf(transfer, quote.terms.feeLimit), quote.terms))
  // An account that is created now has its free bandwidth, which is enough for a transfer.
  const bandwidth = trx === undefined || has.hasBytes(bytes) ? 0n : quote.bandwidth
  return { quote, trx, energy, bandwidth }
}

/** The plan of a move. Throws a NetworkError when the deposit lacks the tokens, or the wallet cannot pay. */
export async function planMove(node: TronNode, request: PlanRequest): Promise<Plan> {
  const { wallet } = request
  const { quote, trx, energy, bandwidth } = await lackOf(node, request)
  const prices = await readPrices(node)
  const held = trx ?? 0n
  const above = (sun: bigint): bigint => (sun > held ? sun - held : 0n)
  const burnt = energy * prices.energy
  const steps: PlannedStep[] = []
  const isShort = energy > 0n && above(burnt + bandwidth) > 0n
  const lent = isShort && request.lends ? await lendable(node, wallet, energy) : 0n
  const missing = above(lent > 0n ? bandwidth : burnt + bandwidth)
  if (missing > 0n) steps.push({ kind: 'fund', amount: missing })
  else if (trx === undefined) steps.push({ kind: 'activate', amount: ACTIVATION_AMOUNT })
  if (lent > 0n) steps.push({ kind: 'delegate', amount: lent })
  steps.push({ kind: 'move', amount: 0n })
  if (lent > 0n) steps.push({ kind: 'return', amount: lent })

  const own = steps.filter(({ kind }) => kind !== 'move')
  const bytes = own.reduce((sum, step) => sum + bytesOf(step, request, quote), 0)
  const activation = trx === undefined ? prices.activation : 0n
  const walletFee = activation + BigInt(bytes) * prices.byte
  const sumOf = (kind: CollectKind) => steps.reduce((sum, step) => (step.kind === kind ? sum + step.amount : sum), 0n)
  return {
    steps,
    quote,
    walletSun: walletFee + sumOf('fund') + sumOf('activate'),
    fee: walletFee + sumOf('activate') + bandwidth + (lent > 0n ? 0n : burnt),
  }
}

/** The stake that gives so much energy; zero where the wallet does not have it free. */
async function lendable(node: TronNode, wallet: string, energy: bigint): Promise<bigint> {
  // An address without an account is answered with nothing, so the totals of the network come with the wallet's resources.
  const stake = (await readResources(node, wallet)).stakeFor(energy)
  return (await readLendable(node, wallet)) >= stake ? stake : 0n
}

/** The call of a step of the wallet. */
export function walletCall(
  { kind, amount }: PlannedStep,
  { wallet, transfer }: Pick<PlanRequest, 'wallet' | 'transfer'>,
): Call {
  if (kind === 'delegate' || kind === 'return')
    return {
      type: kind === 'delegate' ? 'delegate' : 'undelegate',
      owner: wallet,
      receiver: transfer.payer,
      balance: amount,
    }
  return { type: 'transfer', owner: wallet, to: transfer.payer, amount }
}

const bytesOf = (step: PlannedStep, request: PlanRequest, { terms }: TransferQuote): number =>
  bandwidthOf(walletCall(step, request), terms)

/** Throws a NetworkError when the wallet's TRX do not cover its steps. */
export async function assertCovered(node: TronNode, wallet: string, sun: bigint): Promise<void> {
  const held = (await readTrx(node, wallet)) ?? 0n
  if (held < sun)
    throw new NetworkError(`The collecting wallet ${wallet} holds ${formatTrx(held)} TRX and needs ${formatTrx(sun)}.`)
}

/**
 * Throws a NodeError when the node does not show the effect of a step that is in a final block: by such an answer the same would be
 * sent or lent twice.
 */
export async function assertShown(node: TronNode, address: string, last: CollectStep | undefined): Promise<void> {
  if (last?.outcome !== 'done') return
  const { amount } = readTerms(last.terms)
  const isShown =
    last.kind === 'delegate'
      ? (await readResources(node, address)).energy > 0n
      : last.kind === 'fund' || last.kind === 'activate'
        ? ((await readTrx(node, address)) ?? 0n) >= amount
        : true
  if (!isShown) throw new NodeError(`The node does not show what ${last.id} has done: it is behind.`)
}

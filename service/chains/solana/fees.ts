import { formatUnits } from '#lib/money/coins.ts'
import { NetworkError, NodeError, type TokenTransfer } from '../network.ts'
import { notWalletReason, tokenAccountAt, toMint, toTokenAccount } from './accounts.ts'
import { tokenAccountOf } from './addresses.ts'
import { transferInstructions } from './instructions.ts'
import { messageOf, toWire } from './message.ts'
import type { SolanaNode } from './node.ts'
import { type Account, readAccounts, readRent, readUnitPrices, type Simulation, simulate } from './replies.ts'
import { type SolanaTerms, UNIT_STEP } from './terms.ts'

/** The fee of a token transfer. Source: https://solana.com/docs/core/fees. */

/** Lamports of a signature. */
const SIGNATURE_FEE = 5_000n
/** Millionths of a lamport in one. */
const MILLION = 1_000_000n
/** Units that a transfer may take while it is simulated; one that creates an account takes about 20,000. */
const SIMULATED_UNITS = 400_000
/** Percent of the simulated units: the state may change until the transfer is executed. */
const UNIT_PERCENT = 120
/** Three of four recent transactions with these accounts paid less. The lowest price keeps a transfer from being the last one. */
const PRICE_PERCENTILE = 75
const MIN_UNIT_PRICE = 10_000n

export const formatSol = (lamports: bigint): string => formatUnits(lamports, 9)

export interface TransferQuote {
  /** Lamports at most: the signature, the priority, and the rent of a new token account. */
  fee: bigint
  /** Lamports of that for the recipient's new token account; zero where there is one. */
  rent: bigint
  terms: Omit<SolanaTerms, 'blockhash' | 'slot' | 'lastValidHeight'>
}

/** Lamports of the signature, and of all units at their price. */
const feeOf = (unitLimit: number, unitPrice: bigint): bigint =>
  SIGNATURE_FEE + (BigInt(unitLimit) * unitPrice + MILLION - 1n) / MILLION

async function readUnitPrice(node: SolanaNode, accounts: readonly string[]): Promise<bigint> {
  const prices = (await readUnitPrices(node, accounts)).sort((one, other) => Number(one - other))
  const price = prices[Math.floor((prices.length * PRICE_PERCENTILE) / 100)] ?? 0n
  return price > MIN_UNIT_PRICE ? price : MIN_UNIT_PRICE
}

/** A program's reason in the log, or the network's own name of the error. */
export function refusalIn({ err, logs }: { err: unknown; logs?: readonly string[] | null | undefined }): string {
  const words = logs?.findLast((line) => /^Program log: Error:? /.test(line))?.replace(/^Program log: Error:? /, '')
  return words ?? (typeof err === 'string' ? err : JSON.stringify(err))
}

/** Errors of a paying wallet whose coins do not cover the fee. */
const NO_COINS = /\b(?:AccountNotFound|InsufficientFundsForFee|InsufficientFundsForRent|InvalidAccountForFee)\b/

function unitsOf({ err, logs, unitsConsumed }: Simulation, { payer, coins }: { payer: string; coins: bigint }): number {
  if (err !== null && NO_COINS.test(JSON.stringify(err)))
    throw new NetworkError(
      `The wallet ${payer} holds ${formatSol(coins)} SOL: too little for the fee and its own rent.`,
    )
  if (err !== null) throw new NetworkError(`The token refuses the transfer: ${refusalIn({ err, logs })}`)
  if (unitsConsumed === undefined || unitsConsumed === 0)
    throw new NodeError('The node does not tell the units that the transfer takes.')
  return Math.ceil((unitsConsumed * UNIT_PERCENT) / 100 / UNIT_STEP) * UNIT_STEP
}

interface State {
  amount: bigint
  lamports: bigint
}

/** The gain of the recipient's token account by the simulated transfer. */
function gainOf(after: Account | null | undefined, before: State): State {
  const account = after && toTokenAccount(after)
  if (!account) throw new NodeError("The node does not tell the recipient's token account after the transfer.")
  return { amount: account.amount - before.amount, lamports: after.lamports - before.lamports }
}

/** The price of a transfer now. Throws a NetworkError when it cannot be made, or would not be what it says. */
export async function quoteTransfer(node: SolanaNode, transfer: TokenTransfer, maxFee: bigint): Promise<TransferQuote> {
  const { payer, to, token, value } = transfer
  const [recipient, mint] = await readAccounts(node, [to, token], 'processed')
  const reason = notWalletReason(to, recipient)
  if (reason !== undefined) throw new NetworkError(`The address ${to} ${reason}.`)
  if (to === payer) throw new NetworkError(`The address ${to} is the paying wallet itself.`)
  const { program, decimals } = toMint(token, mint)
  const [source, target] = [payer, to].map((owner) => tokenAccountOf(owner, { token, program })) as [string, string]
  const [from, known, wallet] = await readAccounts(node, [source, target, payer], 'processed')
  const held = tokenAccountAt(from, { owner: payer, token, program })
  if ((held?.amount ?? 0n) < value) throw new NetworkError(`The wallet ${payer} holds too little of the token.`)
  const existing = tokenAccountAt(known, { owner: to, token, program })
  if (existing?.isFrozen)
    throw new NetworkError(`The token refuses the transfer: the token account of ${to} is frozen.`)
  const creates = existing === undefined
  const unitPrice = await readUnitPrice(node, [source, target])
  const parts = { program, decimals, creates, unitPrice }
  // Without a price: the limit of the simulation is far above that of the transfer.
  const simulation = transferInstructions(transfer, { ...parts, unitPrice: 0n, unitLimit: SIMULATED_UNITS })
  const message = messageOf(payer, simulation, token)
  const simulated = await simulate(node, toWire(new Uint8Array(64), message), [target])
  const coins = wallet?.lamports ?? 0n
  const unitLimit = unitsOf(simulated, { payer, coins })
  const gain = gainOf(simulated.accounts?.[0], { amount: existing?.amount ?? 0n, lamports: known?.lamports ?? 0n })
  if (gain.amount !== value)
    throw new NetworkError(`The token would give ${gain.amount} units to the recipient in place of ${value}.`)
  const rent = creates ? gain.lamports : 0n
  const fee = feeOf(unitLimit + UNIT_STEP - 1, unitPrice) + rent
  if (fee > maxFee)
    throw new NetworkError(`The transfer may cost ${formatSol(fee)} SOL, and at most ${formatSol(maxFee)} are allowed.`)
  const kept = await readRent(node, 0)
  if (coins < fee + kept)
    throw new NetworkError(
      `The wallet ${payer} holds ${formatSol(coins)} SOL. The transfer may cost ${formatSol(fee)}, and ${formatSol(kept)} have to stay.`,
    )
  return { fee, rent, terms: { ...parts, unitLimit, nth: 0 } }
}

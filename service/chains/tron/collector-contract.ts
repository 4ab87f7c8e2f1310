import type { SignedTransfer, Terms, TokenTransfer } from '../network.ts'

/**
 * The contract of collecting: the tokens of a deposit address move to the treasury in steps of one transaction each. It names nothing
 * of Tron. A network that only sends coins for the fee first (`fund`, then `move`) fits as well.
 *
 * The caller keeps the steps. It saves a step before it sends it, so whatever is killed in between, the same transaction is sent
 * again and the network takes it once. From `next` until the step is saved it holds a lock of the signing address.
 */

/** A deposit address, by its number below the key of the account, and the transfer from it. */
export interface Collection {
  number: number
  transfer: TokenTransfer
}

/**
 * `activate`: makes the address known to the network. `fund`: sends it coins for the fee. `delegate`: lends it the wallet's
 * resources in place of coins. `move`: moves the tokens. `return`: takes back what was lent.
 */
export type CollectKind = 'activate' | 'fund' | 'delegate' | 'move' | 'return'

/** `done`: in a final block. `expired`, `replaced`: it can never be in one. `another`: it moved something else. */
export type CollectOutcome = 'done' | 'failed' | 'expired' | 'replaced' | 'another'

/** A step as the caller saves it; without an outcome while it is open. At most one step of a collection is open. */
export interface CollectStep extends SignedTransfer {
  kind: CollectKind
  /** The address whose key has signed it. */
  signer: string
  outcome?: CollectOutcome | undefined
}

export type CollectAction =
  /** A new step: save it, then send it. */
  | { action: 'save'; step: CollectStep }
  /** The open step may not have been sent: send it. */
  | { action: 'send'; step: CollectStep }
  /** The open step is not final yet. */
  | { action: 'wait'; step: CollectStep }
  /** The open step has ended: save its outcome, and ask for the next action. `fee`: what it burnt in vain, where it is known. */
  | { action: 'record'; step: CollectStep; outcome: CollectOutcome; fee?: bigint }
  /** Nothing is left to do. `failed`: its move has failed too often; `another`: a person has to look at it. */
  | { action: 'stop'; state: 'moved' | 'failed' | 'another' }

export interface CollectCost {
  /** At most, in smallest units of the coin that fees are paid in. */
  fee: bigint
  /** The steps that are left, in order. */
  kinds: readonly CollectKind[]
}

export interface Collector {
  /** The address of the wallet that pays the fees. */
  wallet: string
  check(): Promise<void>
  /** The deposit address of a number. */
  addressOf(number: number): string
  /** The cost of collecting now, for the operator's question. Throws a NetworkError when it cannot be done. */
  cost(of: Collection): Promise<CollectCost>
  /**
   * The next action, by the saved steps in their order and the state of the network. `last`: the terms of the last transaction that
   * an address has signed here. Throws a NetworkError when a step cannot be made, and a NodeError when the node fails.
   */
  next(
    of: Collection,
    steps: readonly CollectStep[],
    last: (signer: string) => Terms | undefined,
  ): Promise<CollectAction>
  /** The node's reason when it refuses a step; undefined when it took it, or has had it before. */
  send(signed: string): Promise<string | undefined>
}

/**
 * The smallest amount that is worth collecting, in smallest units of the token. `price`: smallest units of the token for one coin of
 * the fee. `maxFeePercent`: the part of the amount that the fee may take, in percent.
 */
export function minWorthCollecting(of: {
  fee: bigint
  feeDecimals: number
  price: bigint
  maxFeePercent: number
}): bigint {
  if (of.maxFeePercent <= 0) throw new RangeError('maxFeePercent has to be above zero')
  const divisor = 10n ** BigInt(of.feeDecimals) * BigInt(Math.round(of.maxFeePercent * 100))
  return (of.fee * of.price * 10_000n + divisor - 1n) / divisor
}

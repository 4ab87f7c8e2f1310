import { type Coin, toUnits } from '../money/coins.ts'

/** Limits of withdrawals (SPEC-5.13, SPEC-9.4, SPEC-9.5, ADR-119, ADR-121). */

export interface WithdrawalThresholds {
  /** Minimum of every withdrawal, independent of the fee. Decimal string in the coin's main unit. */
  readonly small: string
  /** More than this, and not exactly this much, may be withdrawn at any time. Decimal string in the coin's main unit. */
  readonly normal: string
}

/** The specification gives those of ALEO; the others are of about the same worth. */
export const WITHDRAWAL_THRESHOLDS: Readonly<Record<Coin, WithdrawalThresholds>> = {
  ALEO: { small: '0.3', normal: '3' },
  GRASS: { small: '0.5', normal: '5' },
  NODEPAY: { small: '10', normal: '100' },
  USDT: { small: '2', normal: '10' },
}
/** One small withdrawal, from `small` up to and including `normal`, in any time of this length; a rolling one. */
export const SMALL_WITHDRAWAL_EVERY_SECONDS = 30 * 86_400
/** A withdrawal is credited within this long of its request, unless a password is changed while it waits. */
export const WITHDRAWAL_CREDITED_WITHIN_SECONDS = 86_400
/** How long a withdrawal waits after its address was added or changed. */
export const HOLD_AFTER_ADDRESS_MS = 86_400_000
/** How long withdrawals wait after a change of password or payment password. */
export const HOLD_AFTER_CREDENTIALS_MS = 86_400_000

/** A requested withdrawal, in smallest units of its coin; the fee is deducted from the amount. */
export interface WithdrawalRequest {
  readonly coin: Coin
  readonly amount: bigint
  readonly fee: bigint
}

/** State of the account that decides about it. */
export interface WithdrawalFunds {
  /** Smallest units that can be withdrawn now. */
  readonly available: bigint
  /** True if a small withdrawal of this coin was requested in the last 30 days. */
  readonly smallUsed: boolean
}

export type WithdrawalRefusal = 'BELOW_MINIMUM' | 'SMALL_ONE_USED' | 'OVER_BALANCE'

/** A fee takes at most half of the minimum, so that at least as much arrives as is taken. */
const MINIMUM_IN_FEES = 2n

/** The minimum withdrawal where it costs a fee, in smallest units: always more than the fee. */
export function minimumAt({ coin, fee }: { coin: Coin; fee: bigint }): bigint {
  const small = toUnits(WITHDRAWAL_THRESHOLDS[coin].small, coin)
  // Stryker disable next-line EqualityOperator: of two that are equal either is the same
  return fee * MINIMUM_IN_FEES > small ? fee * MINIMUM_IN_FEES : small
}

/** The highest fee in smallest units that keeps amounts above `normal` possible at any time. */
export const maxFee = (coin: Coin): bigint => toUnits(WITHDRAWAL_THRESHOLDS[coin].normal, coin) / MINIMUM_IN_FEES

/** True if an amount in smallest units is a small one, allowed once in 30 days. */
export const isSmall = ({ coin, amount }: { coin: Coin; amount: bigint }): boolean =>
  amount <= toUnits(WITHDRAWAL_THRESHOLDS[coin].normal, coin)

/** Refusal reason of a withdrawal, for client and service; undefined if allowed. */
export function withdrawalRefusal(ask: WithdrawalRequest, means: WithdrawalFunds): WithdrawalRefusal | undefined {
  if (ask.amount < minimumAt(ask)) return 'BELOW_MINIMUM'
  if (isSmall(ask) && means.smallUsed) return 'SMALL_ONE_USED'
  return ask.amount > means.available ? 'OVER_BALANCE' : undefined
}

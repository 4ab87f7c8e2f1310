/** Limits of withdrawals (specification 5 and 9, decisions 4 and 12). */

export interface WithdrawalThresholds {
  /** Nothing below this is ever paid out; exactly this much may be. Decimal string in the coin's main unit. */
  readonly small: string
  /** More than this, and not exactly this much, may be withdrawn at any time. Decimal string in the coin's main unit. */
  readonly normal: string
}

export const ALEO_THRESHOLDS: WithdrawalThresholds = { small: '0.3', normal: '3' }
/** One small withdrawal, from `small` up to and including `normal`, in any time of this length; a rolling one. */
export const SMALL_WITHDRAWAL_EVERY_SECONDS = 30 * 86_400
/** A withdrawal is credited within this long of its request, holds included. */
export const WITHDRAWAL_CREDITED_WITHIN_SECONDS = 86_400
/** How long a withdrawal waits after its address was added or changed. */
export const HOLD_AFTER_ADDRESS_MS = 86_400_000
/** How long withdrawals wait after a change of password, payment password or e-mail address. */
export const HOLD_AFTER_CREDENTIALS_MS = 86_400_000

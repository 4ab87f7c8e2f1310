/** Cloud orders (SPEC-4.19, ADR-124, ADR-125). Times are Unix milliseconds. */

/** An unpaid order is kept this long from its `orderTime`. */
export const ORDER_WINDOW_SECONDS = 30 * 60
/** Unpaid orders of one user at once. */
export const MAX_UNPAID_ORDERS = 10
/**
 * After this many orders that ended unpaid within a day, a user may have one unpaid order at a time, for a day from the
 * last of them (restriction.ts).
 */
export const UNPAID_TO_SLOW = 3
/** That order may reserve one part in this many of the remaining units, and always one unit. */
export const SLOWED_PART = 10
/**
 * After this many, no unpaid order is possible: payment is only from the balance, which reserves nothing and opens no
 * address.
 */
export const UNPAID_TO_STOP = 10
/** Units of one order. */
export const MAX_UNITS = 100_000
/**
 * Late payments, overpayments and underpayments are credited to the balance from this amount on. Decimal string of
 * USDT.
 */
export const DUST_USDT = '0.01'

export const orderStatuses = ['pending', 'paying', 'success', 'cancel'] as const
export type OrderStatus = (typeof orderStatuses)[number]
export const orderExceptions = ['none', 'partial', 'over', 'late', 'wrong-token'] as const
export type OrderException = (typeof orderExceptions)[number]
export const runningStatuses = ['ready', 'preparing', 'running', 'ended'] as const
export type RunningStatus = (typeof runningStatuses)[number]

/** `user` and `expired` come from the user and from the clock. */
export const cancelReasons = ['user', 'expired', 'operator'] as const
export type CancelReason = (typeof cancelReasons)[number]

/** How many units one unpaid order may take of those that are left, while its user is slowed. */
export const slowedUnits = (left: number): number => Math.max(1, Math.floor(left / SLOWED_PART))

const HOUR_MS = 3_600_000

export interface Preparing {
  /** When it was paid, and when it runs. */
  readonly paidAt: number
  readonly runsFrom: number
  readonly endsAt: number
}

/** When the work on a paid order begins: at the next full hour, unless it runs before. */
export const preparesFrom = ({ paidAt, runsFrom }: Pick<Preparing, 'paidAt' | 'runsFrom'>): number =>
  Math.min(runsFrom, Math.ceil(paidAt / HOUR_MS) * HOUR_MS)

/** State of a paid order by the clock. */
export function runningStatus(order: Preparing, now: number): RunningStatus {
  if (now >= order.endsAt) return 'ended'
  if (now >= order.runsFrom) return 'running'
  return now >= preparesFrom(order) ? 'preparing' : 'ready'
}

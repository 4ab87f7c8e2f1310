/** Cloud orders (SPEC-4.19, ADR-124, ADR-125). Times are Unix milliseconds. */

/** An unpaid order is kept this long from its `orderTime`. */
export const ORDER_WINDOW_SECONDS = 30 * 60
/** Unpaid orders of one user at once. */
export const MAX_UNPAID_ORDERS = 10
/** So many orders that ended unpaid within a day leave one unpaid at a time, for a day from the last of them (restriction.ts). */
export const UNPAID_TO_SLOW = 3
/** That one may hold this part of the units that are left, and one unit in any case. */
export const SLOWED_PART = 10
/** So many leave none: an order is paid from the balance, which holds nothing unpaid and opens no address. */
export const UNPAID_TO_STOP = 10
/** Units of one order. */
export const MAX_UNITS = 100_000
/** What is over, late or too little is credited to the balance from this much on. Decimal string of USDT. */
export const DUST_USDT = '0.01'

export const orderStatuses = ['pending', 'paying', 'success', 'cancel'] as const
export type OrderStatus = (typeof orderStatuses)[number]
export const orderExceptions = ['none', 'partial', 'over', 'late', 'wrong-token'] as const
export type OrderException = (typeof orderExceptions)[number]
export const runningStatuses = ['ready', 'preparing', 'running', 'ended'] as const
export type RunningStatus = (typeof runningStatuses)[number]

/** Whose payment and cancelling come from the user, and which from the clock. */
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

/** Where a paid order stands by the clock. */
export function runningStatus(order: Preparing, now: number): RunningStatus {
  if (now >= order.endsAt) return 'ended'
  if (now >= order.runsFrom) return 'running'
  return now >= preparesFrom(order) ? 'preparing' : 'ready'
}

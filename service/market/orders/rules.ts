import type { CancelReason, OrderException, OrderStatus } from '#lib/rules/orders.ts'

/** State changes of an order by payments to its address. Times are Unix milliseconds, amounts smallest units of USDT. */

export interface OrderState {
  readonly status: OrderStatus
  readonly exception: OrderException
  readonly amount: bigint
  /** Amount that had arrived at the last update, and the part of it that became balance. */
  readonly seen: bigint
  readonly credited: bigint
  readonly expiresAt: number
  /** When the whole amount was first seen; null before. */
  readonly paidSeenAt: number | null
  readonly cancelReason: CancelReason | null
  /** Amount that was taken for the order before an operator refunded it; it is not allocated again. */
  readonly refunded?: bigint
}

/** Totals of what has arrived, and of its final part. */
export interface Arrived {
  readonly seen: bigint
  readonly confirmed: bigint
  /** When the first of it was seen; null before. */
  readonly firstSeenAt: number | null
  /** Another token arrived; it is shown and allocates nothing. */
  readonly hasOtherToken: boolean
}

export interface OrderUpdate {
  readonly status: OrderStatus
  readonly exception: OrderException
  /** Allocation of the final part: to the order, and to the user's balance. */
  readonly taken: bigint
  readonly credited: bigint
}

interface EvaluationTerms {
  readonly now: number
  /** Amounts below this stay in suspense. */
  readonly dust: bigint
}

const toBalance = (amount: bigint, dust: bigint): bigint => (amount >= dust ? amount : 0n)

/** When the present amount arrived: at the first sighting, or now if less had been seen before. */
const arrivedAt = (order: OrderState, { firstSeenAt }: Arrived, now: number): number =>
  order.seen === 0n ? (firstSeenAt ?? now) : now

/** Whether the whole amount was seen before the window closed, whenever the handler is notified of it. */
export const isPaidInTime = (order: OrderState, arrived: Arrived, now: number): boolean =>
  arrived.seen >= order.amount && (order.paidSeenAt ?? arrivedAt(order, arrived, now)) < order.expiresAt

/** Whether an expired order may continue, if its units are still available. */
export const canRevive = (order: OrderState, arrived: Arrived, now: number): boolean =>
  order.status === 'cancel' &&
  order.cancelReason === 'expired' &&
  order.credited === 0n &&
  isPaidInTime(order, arrived, now)

/** The update of an order whose whole amount was seen in time. */
export function paidUpdate(
  { amount }: OrderState,
  { seen, confirmed }: Arrived,
  { dust }: EvaluationTerms,
): OrderUpdate {
  const exception = seen > amount ? 'over' : 'none'
  if (confirmed < amount) return { status: 'paying', exception, taken: 0n, credited: 0n }
  return { status: 'success', exception, taken: amount, credited: toBalance(confirmed - amount, dust) }
}

/** The update of a cancelled order: everything that arrives becomes balance. */
function lostUpdate(order: OrderState, arrived: Arrived, { dust }: EvaluationTerms): OrderUpdate {
  const exception = exceptionOf(order, arrived, order.exception === 'partial' ? 'partial' : 'late')
  const taken = order.refunded ?? 0n
  return { status: 'cancel', exception, taken, credited: toBalance(arrived.confirmed - taken, dust) }
}

function exceptionOf(order: OrderState, arrived: Arrived, some: OrderException): OrderException {
  if (arrived.seen > 0n) return some
  if (arrived.hasOtherToken) return 'wrong-token'
  return order.status === 'cancel' ? order.exception : 'none'
}

/** The update of an order by what has arrived. Check `canRevive` first. */
export function nextUpdate(order: OrderState, arrived: Arrived, terms: EvaluationTerms): OrderUpdate {
  if (order.status === 'success') return paidUpdate(order, arrived, terms)
  if (order.status === 'cancel') return lostUpdate(order, arrived, terms)
  if (isPaidInTime(order, arrived, terms.now)) return paidUpdate(order, arrived, terms)
  if (terms.now >= order.expiresAt) return lostUpdate(order, arrived, terms)
  return { status: 'pending', exception: exceptionOf(order, arrived, 'partial'), taken: 0n, credited: 0n }
}

import type { CancelReason, OrderException, OrderStatus } from '#lib/rules/orders.ts'

/** What becomes of an order by the money that arrives at its address. Times are Unix milliseconds, amounts smallest units. */

export interface Standing {
  readonly status: OrderStatus
  readonly exception: OrderException
  readonly amount: bigint
  /** What had arrived when it was last told, and what of it became balance. */
  readonly seen: bigint
  readonly credited: bigint
  readonly expiresAt: number
  /** When the whole amount was first seen in time; null while it was not. */
  readonly paidSeenAt: number | null
  readonly cancelReason: CancelReason | null
  /** What was taken for it before an operator gave it back: that stays where it went. */
  readonly kept?: bigint
}

/** All that has arrived, and what is final of it. */
export interface Arrived {
  readonly seen: bigint
  readonly confirmed: bigint
  /** When the first of it was seen; null where nothing is there. */
  readonly firstSeenAt: number | null
  /** Another token came: it is shown, and moves nothing. */
  readonly hasOtherToken: boolean
}

export interface Turn {
  readonly status: OrderStatus
  readonly exception: OrderException
  /** Of what is final: for the order, and for the balance of its user. */
  readonly taken: bigint
  readonly credited: bigint
}

interface Judged {
  readonly now: number
  /** Less than this is left where it is. */
  readonly dust: bigint
}

const toBalance = (amount: bigint, dust: bigint): bigint => (amount >= dust ? amount : 0n)

/** When what is there now came to be there: the first time that anything was seen, or now, where there was less before. */
const arrivedAt = (order: Standing, { firstSeenAt }: Arrived, now: number): number =>
  order.seen === 0n ? (firstSeenAt ?? now) : now

/** Whether the whole amount was seen before the window closed: that wins over the clock, whenever it is told. */
export const isPaidInTime = (order: Standing, arrived: Arrived, now: number): boolean =>
  arrived.seen >= order.amount && (order.paidSeenAt ?? arrivedAt(order, arrived, now)) < order.expiresAt

/** Whether an order that had expired is to go on, where its units can be had once more. */
export const mayRevive = (order: Standing, arrived: Arrived, now: number): boolean =>
  order.status === 'cancel' &&
  order.cancelReason === 'expired' &&
  order.credited === 0n &&
  isPaidInTime(order, arrived, now)

/** The turn of an order whose whole amount is there in time. */
export function paidTurn({ amount }: Standing, { seen, confirmed }: Arrived, { dust }: Judged): Turn {
  const exception = seen > amount ? 'over' : 'none'
  if (confirmed < amount) return { status: 'paying', exception, taken: 0n, credited: 0n }
  return { status: 'success', exception, taken: amount, credited: toBalance(confirmed - amount, dust) }
}

/** The turn of one that came to nothing: all of it becomes balance. */
function lostTurn(order: Standing, arrived: Arrived, { dust }: Judged): Turn {
  const exception = exceptionOf(order, arrived, order.exception === 'partial' ? 'partial' : 'late')
  const taken = order.kept ?? 0n
  return { status: 'cancel', exception, taken, credited: toBalance(arrived.confirmed - taken, dust) }
}

function exceptionOf(order: Standing, arrived: Arrived, some: OrderException): OrderException {
  if (arrived.seen > 0n) return some
  if (arrived.hasOtherToken) return 'wrong-token'
  return order.status === 'cancel' ? order.exception : 'none'
}

/** The turn that an order takes when it is told what has arrived; one that may be revived is asked about before. */
export function turnOf(order: Standing, arrived: Arrived, judged: Judged): Turn {
  if (order.status === 'success') return paidTurn(order, arrived, judged)
  if (order.status === 'cancel') return lostTurn(order, arrived, judged)
  if (isPaidInTime(order, arrived, judged.now)) return paidTurn(order, arrived, judged)
  if (judged.now >= order.expiresAt) return lostTurn(order, arrived, judged)
  return { status: 'pending', exception: exceptionOf(order, arrived, 'partial'), taken: 0n, credited: 0n }
}

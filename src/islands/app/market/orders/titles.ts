import type { Order } from '#lib/contract/orders.ts'

const cancelTitles = { user: 'cancelled', expired: 'expired', operator: 'takenBack' } as const

/** The sentences that say what has become of an order: of a paid one, what its plan does now. */
export function titleOf(order: Order) {
  if (order.orderStatus === 'cancel') return cancelTitles[order.cancelReason]
  if (order.orderStatus !== 'success') return order.orderStatus
  const { runningStatus } = order.run
  return runningStatus === 'running' || runningStatus === 'ended' ? runningStatus : 'success'
}

import type { Order } from '#lib/contract/orders.ts'

const cancelTitles = { user: 'cancelled', expired: 'expired', operator: 'takenBack' } as const

/** Texts for the state of an order; for a paid one, the state of its plan. */
export function titleOf(order: Order) {
  if (order.orderStatus === 'cancel') return cancelTitles[order.cancelReason]
  if (order.orderStatus !== 'success') return order.orderStatus
  const { runningStatus } = order.run
  return runningStatus === 'running' || runningStatus === 'ended' ? runningStatus : 'success'
}

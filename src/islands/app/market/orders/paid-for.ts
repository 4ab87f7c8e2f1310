import type { Order } from '#lib/contract/orders.ts'

/** True if anything was paid for an order, even too little, too late or refunded; otherwise no payment is shown. */
export const isPaidFor = (order: Pick<Order, 'orderStatus' | 'exception' | 'seen' | 'refunded'>): boolean =>
  order.orderStatus === 'paying' ||
  order.orderStatus === 'success' ||
  order.exception !== 'none' ||
  [order.seen, order.refunded].some((amount) => amount !== '0')

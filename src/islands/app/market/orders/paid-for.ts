import type { Order } from '#lib/contract/orders.ts'

/** Whether anything was paid for an order, and be it too little, too late or taken back: of what was not, no payment is told. */
export const isPaidFor = (order: Pick<Order, 'orderStatus' | 'exception' | 'seen' | 'refunded'>): boolean =>
  order.orderStatus === 'paying' ||
  order.orderStatus === 'success' ||
  order.exception !== 'none' ||
  [order.seen, order.refunded].some((amount) => amount !== '0')

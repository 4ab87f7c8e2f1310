import { atom, computed } from 'nanostores'
import { payFromTestWallet } from '#lib/contract/deposits.ts'
import { columnsOf } from '#lib/contract/keys.ts'
import { cancelOrder, completeOrder, type Order, orderDetail, orderList, orderSorts } from '#lib/contract/orders.ts'
import type { OrderStatus } from '#lib/rules/orders.ts'
import { call } from '../../core/calls/call.ts'
import { createResource } from '../../core/calls/resource.ts'
import { createPage, sortOf } from '../../core/lists/list-order.ts'
import { $isPhone, pageSizeOf } from '../../core/lists/phone.ts'
import { $match } from '../../core/routing/match.ts'
import { $line } from '../line.ts'
import { $counts, $plans, endWindow } from '../store.ts'

const REFRESH_MS = 30_000
/** Poll interval of an order while a payment may arrive. */
const WATCH_MS = 5_000
/** The list shows 20, as other lists do (SPEC-9.15). */
export const SIZE = 20

export type Group = 'all' | OrderStatus
export const $group = atom<Group>('all')
export const sortedBy = columnsOf(orderSorts)
const $sort = sortOf('orders', sortedBy)
export const { $page, goTo } = createPage($sort)

export function chooseGroup(group: Group): void {
  goTo(1)
  $group.set(group)
}

export const $orders = createResource(orderList, {
  $payload: computed([$group, $page, $sort, $line, $isPhone], (group, page, sort, type, isPhone) => ({
    ...sort,
    ...pageSizeOf({ page, size: SIZE }, isPhone),
    type,
    status: group === 'all' ? (-100 as const) : group,
  })),
  everyMs: REFRESH_MS,
})

const $orderNo = computed($match, (match) => match?.params.orderId)

/** The order of the address; polled often, because the network may have seen its payment. */
export const $order = createResource(orderDetail, {
  $payload: computed($orderNo, (orderNo) => (orderNo ? { orderNo } : undefined)),
  everyMs: WATCH_MS,
})

const reload = (): Promise<unknown> => Promise.all([$order.reload(), $orders.reload(), $counts.reload()])

export async function cancel({ orderNo }: Order): Promise<void> {
  try {
    await call(cancelOrder, { orderNo })
  } finally {
    await Promise.all([reload(), $plans.reload()])
  }
}

/** Makes the service poll now, for the named transaction if there is one. */
export async function checkPayment({ orderNo }: Pick<Order, 'orderNo'>, transactionId?: string): Promise<Order> {
  try {
    return (await call(completeOrder, { orderNo, ...(transactionId && { transactionId }) })).order
  } finally {
    await reload()
  }
}

export interface Paid {
  order: Order
  address: string
  /** In USDT. */
  amount: string
}

/** Pays an order from the local network's wallet and makes the service poll for it. */
export async function payByTestWallet({ order, address, amount }: Paid): Promise<void> {
  await call(payFromTestWallet, { address, amount })
  await checkPayment(order)
}

export async function windowEnded({ orderNo }: Order): Promise<void> {
  await endWindow(orderNo)
  await reload()
}

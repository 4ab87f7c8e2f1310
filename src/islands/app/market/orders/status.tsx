import type { Order } from '#lib/contract/orders.ts'
import { Status } from '#ui/status.tsx'
import { m } from '../texts.ts'

const looks = {
  pending: { tone: 'info', mark: 'half' },
  paying: { tone: 'success', mark: 'half' },
  success: { tone: 'success', mark: 'on' },
  cancel: { tone: 'error', mark: 'off' },
} as const

/** Unpaid blue, paying and paid green, everything else cancelled and red (SPEC-4.15 to SPEC-4.18). */
export function OrderStatus({ order }: { order: Pick<Order, 'orderStatus'> }) {
  return <Status {...looks[order.orderStatus]}>{m(`status.${order.orderStatus}`)}</Status>
}

import { atom, computed } from 'nanostores'
import type { ParsedRequestOf, ReplyOf } from '#lib/contract/endpoint.ts'
import { planDetail } from '#lib/contract/market.ts'
import { buyPlan, type Order } from '#lib/contract/orders.ts'
import { type Coin, fromUnits, toUnits } from '#lib/money/coins.ts'
import { call } from '../../core/calls/call.ts'
import { createIdempotentRequest } from '../../core/calls/idempotent-request.ts'
import { createResource } from '../../core/calls/resource.ts'
import { $match } from '../../core/routing/match.ts'
import { $counts, $plans } from '../store.ts'

const REFRESH_MS = 30_000

export const $detail = createResource(planDetail, {
  $payload: computed($match, (match) => (match?.params.productId ? { id: match.params.productId } : undefined)),
  everyMs: REFRESH_MS,
})

export type Detail = ReplyOf<typeof planDetail>
export type PaymentMethod = ParsedRequestOf<typeof buyPlan>['network']

/** As typed. */
export const $units = atom('1')
export const $paidBy = atom<PaymentMethod | undefined>()
export const $agreed = atom(false)

/** `units` times an amount of a coin, and a fee on top of it. */
export const multiplied = (
  amount: string,
  units: number,
  { coin, fee = '0' }: { coin: Coin; fee?: string | undefined },
): string => fromUnits(toUnits(amount, coin) * BigInt(units) + toUnits(fee, coin), coin)

/** True if a balance covers an amount. */
export const pays = (balance: string, amount: string): boolean => toUnits(balance, 'USDT') >= toUnits(amount, 'USDT')

/** Rest of a balance after paying an amount. */
export const remainder = (balance: string, amount: string): string =>
  fromUnits(toUnits(balance, 'USDT') - toUnits(amount, 'USDT'), 'USDT')

const once = createIdempotentRequest<Order>('order', { retentionMs: 600_000 })

/** Places an order. A second press while it is on its way, and one after a lost answer, get the same order. */
export async function placeOrder(request: Omit<ParsedRequestOf<typeof buyPlan>, 'requestId'>): Promise<Order> {
  try {
    const order = await once(request, async (requestId) => (await call(buyPlan, { ...request, requestId })).order)
    $agreed.set(false)
    $units.set('1')
    return order
  } finally {
    for (const store of [$detail, $plans, $counts]) void store.reload()
  }
}

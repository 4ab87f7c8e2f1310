import { atom, computed } from 'nanostores'
import { newRequestId } from '#lib/api/request-id.ts'
import type { AskedOf, ReplyOf } from '#lib/contract/endpoint.ts'
import { planDetail } from '#lib/contract/market.ts'
import { buyPlan, type Order } from '#lib/contract/orders.ts'
import { type Coin, fromUnits, toUnits } from '#lib/money/coins.ts'
import { $session } from '#lib/session/session.ts'
import { remember, remembered } from '#lib/session/storage.ts'
import { call } from '../../calls/call.ts'
import { createResource } from '../../calls/resource.ts'
import { $match } from '../../routing/match.ts'
import { $counts, $plans } from '../store.ts'

const REFRESH_MS = 30_000

export const $detail = createResource(planDetail, {
  $payload: computed($match, (match) => (match?.params.productId ? { id: match.params.productId } : undefined)),
  everyMs: REFRESH_MS,
})

export type Detail = ReplyOf<typeof planDetail>
export type PaidBy = AskedOf<typeof buyPlan>['network']

export const $units = atom(1)
export const $paidBy = atom<PaidBy | undefined>()
export const $agreed = atom(false)

/** `units` times an amount of a coin, and a fee on top of it. */
export const multiplied = (
  amount: string,
  units: number,
  { coin, fee = '0' }: { coin: Coin; fee?: string | undefined },
): string => fromUnits(toUnits(amount, coin) * BigInt(units) + toUnits(fee, coin), coin)

/** Whether a balance pays for an amount. */
export const pays = (balance: string, amount: string): boolean => toUnits(balance, 'USDT') >= toUnits(amount, 'USDT')

const KEPT_MS = 600_000
const place = (): string => `unanswered-order:${$session.get()?.user?.id ?? ''}`

interface Sent {
  content: string
  requestId: string
  at: number
}

/** The id of what is asked: that of the last order that had no answer, where it said the same, in any tab. */
function requestIdFor(content: string): string {
  try {
    const sent = JSON.parse(remembered(place()) ?? 'null') as Sent | null
    if (sent?.content === content && Math.abs(Date.now() - sent.at) < KEPT_MS) return sent.requestId
  } catch {
    // What is no note of ours counts as none.
  }
  const requestId = newRequestId()
  remember(place(), JSON.stringify({ content, requestId, at: Date.now() } satisfies Sent))
  return requestId
}

const sending = new Map<string, Promise<Order>>()

/** Places an order. A second press while it is on its way, and one after a lost answer, get the same order. */
export function placeOrder(asked: Omit<AskedOf<typeof buyPlan>, 'requestId'>): Promise<Order> {
  const content = JSON.stringify(asked)
  const known = sending.get(content)
  if (known) return known
  const order = call(buyPlan, { ...asked, requestId: requestIdFor(content) })
    .then(({ order }) => {
      remember(place(), '')
      $agreed.set(false)
      $units.set(1)
      return order
    })
    .finally(() => {
      sending.delete(content)
      for (const store of [$detail, $plans, $counts]) void store.reload()
    })
  sending.set(content, order)
  return order
}

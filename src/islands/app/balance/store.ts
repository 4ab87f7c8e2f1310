import { atom, computed } from 'nanostores'
import * as contract from '#lib/contract/balance.ts'
import { paymentNetworkList } from '#lib/contract/deposits.ts'
import { columnsOf } from '#lib/contract/keys.ts'
import { call } from '../core/calls/call.ts'
import { createResource } from '../core/calls/resource.ts'
import { createList } from '../core/lists/create-list.ts'
import { allDays, timeRangeOf } from '../core/lists/days.ts'

const REFRESH_MS = 30_000
/** Poll interval of a recharge while a payment may arrive. */
const WATCH_MS = 5_000
const SIZE = 10

export const $networks = createResource(paymentNetworkList, { $payload: atom({}) })

/** The recharge whose payment is shown. */
export const $open = atom<string | undefined>()

export const $recharge = createResource(contract.rechargeDetail, {
  $payload: computed($open, (id) => (id ? { id, look: false } : undefined)),
  everyMs: WATCH_MS,
})

const $arrived = computed($recharge, ({ data }) => data && `${data._id} ${data.state} ${data.credited}`)

export const $overview = createResource(contract.balanceOverview, {
  $payload: atom({}),
  everyMs: REFRESH_MS,
  $changes: $arrived,
})

export const recharges = createList(contract.rechargeList, {
  filter: allDays,
  size: SIZE,
  payload: timeRangeOf,
  sorted: { name: 'recharges', by: columnsOf(contract.rechargeSorts) },
  everyMs: REFRESH_MS,
  $changes: $arrived,
})

/** Threshold of the low-balance alert; null disables it. */
export async function setThreshold(amount: string | null): Promise<void> {
  await call(contract.setBalanceThreshold, { amount })
  await $overview.reload()
}

import { atom, computed } from 'nanostores'
import * as contract from '#lib/contract/balance.ts'
import { payFromTestWallet, paymentNetworkList } from '#lib/contract/deposits.ts'
import type { AskedOf } from '#lib/contract/endpoint.ts'
import { call } from '../calls/call.ts'
import { createOnce } from '../calls/once.ts'
import { createResource } from '../calls/resource.ts'
import { createList } from '../lists/create-list.ts'
import { allDays, timesOf } from './days.ts'

const REFRESH_MS = 30_000
/** How often a recharge is looked at while something may arrive for it. */
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
  payload: timesOf,
  everyMs: REFRESH_MS,
  $changes: $arrived,
})

/** Below what the reader is told; null where that is not wanted. */
export async function setThreshold(amount: string | null): Promise<void> {
  await call(contract.setBalanceThreshold, { amount })
  await $overview.reload()
}

const once = createOnce<contract.Recharge>('recharge', { keptMs: 600_000 })

/** Opens an address to pay to, and shows it. Pressed again after a lost answer, it gives the same one. */
export async function openRecharge(asked: Omit<AskedOf<typeof contract.recharge>, 'requestId'>): Promise<void> {
  const made = await once(asked, (requestId) => call(contract.recharge, { ...asked, requestId }))
  $open.set(made._id)
  void recharges.reload()
}

/** Asks the service to look at the network now. */
export async function havePaid(id: string): Promise<contract.Recharge> {
  const found = await call(contract.rechargeDetail, { id, look: true })
  await Promise.all([$recharge.reload(), recharges.reload(), $overview.reload()])
  return found
}

/** Has the wallet of the local network pay, and the service look at it. */
export async function payByTestWallet({ _id, deposit }: contract.Recharge): Promise<void> {
  await call(payFromTestWallet, { address: deposit.address, amount: deposit.amount })
  await havePaid(_id)
}

import { atom, computed } from 'nanostores'
import { cloudRates, planList } from '#lib/contract/market.ts'
import { cancelOrder, orderView } from '#lib/contract/orders.ts'
import { watcherView } from '#lib/contract/watcher.ts'
import { call } from '../core/calls/call.ts'
import { createResource } from '../core/calls/resource.ts'
import { $line } from './line.ts'

const REFRESH_MS = 30_000

/** The plans of the line, with what is left of each. */
export const $plans = createResource(planList, { $payload: computed($line, (type) => ({ type })), everyMs: REFRESH_MS })
/** Rates change by UTC day, so they are read once. */
export const $rates = createResource(cloudRates, { $payload: atom({}) })
export const $counts = createResource(orderView, { $payload: atom({}), everyMs: REFRESH_MS })
/** At the end of an unpaid order's window by this device's clock: the service ends the order if it has closed. */
export async function endWindow(orderNo: string): Promise<void> {
  await call(cancelOrder, { orderNo, reason: 'expired' }).catch(() => undefined)
  await Promise.all([$counts.reload(), $plans.reload()])
}

export const $running = createResource(watcherView, { $payload: atom({}), everyMs: REFRESH_MS })

import { atom, computed } from 'nanostores'
import { planList } from '#lib/contract/market.ts'
import { orderView } from '#lib/contract/orders.ts'
import { watcherView } from '#lib/contract/watcher.ts'
import { createResource } from '../calls/resource.ts'
import { $line } from './line.ts'

const REFRESH_MS = 30_000

/** The plans of the line, with what is left of each. */
export const $plans = createResource(planList, { $payload: computed($line, (type) => ({ type })), everyMs: REFRESH_MS })
export const $counts = createResource(orderView, { $payload: atom({}), everyMs: REFRESH_MS })
export const $running = createResource(watcherView, { $payload: atom({}), everyMs: REFRESH_MS })

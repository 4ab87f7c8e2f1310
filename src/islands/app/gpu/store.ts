import { atom, computed } from 'nanostores'
import type { RequestOf } from '#lib/contract/endpoint.ts'
import { addGpuKey, gpuKeys, gpuList, notifyWhenGpuFree, type Offer, removeGpuKey } from '#lib/contract/gpu.ts'
import { type OfferSort, offerSorts, offerStates } from '#lib/rules/gpu.ts'
import { cutText } from '#lib/text/characters.ts'
import { call } from '../core/calls/call.ts'
import { createResource } from '../core/calls/resource.ts'
import { $isPhone, partOf } from '../core/lists/phone.ts'
import { $match } from '../core/routing/match.ts'

const REFRESH_MS = 15_000
export const SIZE = 12
export const LIST = '/user/gpu/gpu-list'
export const MINE = '/user/gpu/my-gpu'
export const MACHINES = '/user/gpu/my-machines'
export const detailOf = (id: string): string => `/user/gpu/gpu-detail/${id}`

export const filterNames = ['model', 'memory', 'price', 'region', 'count', 'reliability', 'state', 'sort'] as const
export type FilterName = (typeof filterNames)[number]
export type Filter = Readonly<Partial<Record<FilterName | 'page', string>>>

const inAddress = (): Filter => {
  const match = $match.get()
  return match?.screen === 'gpuList' ? match.query : {}
}
/** The filter in the address. */
export const $filter = atom<Filter>(inAddress())
$match.listen(() => $filter.set(inAddress()))

const whole = (text: string | undefined, max: number): number | undefined => {
  const number = Number(text)
  return text && /^\d{1,7}$/.test(text) && number <= max ? number : undefined
}

/** The address's filter as the call takes it. */
export function payloadOf(filter: Filter): RequestOf<typeof gpuList> {
  const state = offerStates.find((one) => one === filter.state)
  const sort = offerSorts.find((one) => one === filter.sort)
  const numbers = {
    memoryMib: whole(filter.memory, 1_048_576),
    count: whole(filter.count, 64),
    reliability: whole(filter.reliability, 10_000),
  }
  return {
    page: Math.max(1, whole(filter.page, 1_000_000) ?? 1),
    size: SIZE,
    ...(filter.model && { model: cutText(filter.model, 60) }),
    ...(filter.region && { region: cutText(filter.region, 60) }),
    ...(filter.price && /^\d{1,9}(\.\d{1,6})?$/.test(filter.price) && { price: filter.price }),
    ...Object.fromEntries(Object.entries(numbers).filter(([, number]) => number !== undefined)),
    ...(state && { state }),
    ...(sort && { sort: sort satisfies OfferSort }),
  }
}

/** Writes a filter change to the address and returns to the first page. The focus stays on the changed field. */
export function setFilter(change: Filter): void {
  const next: Record<string, string | undefined> = { ...$filter.get(), page: undefined, ...change }
  const query = new URLSearchParams(Object.entries(next).flatMap(([name, value]) => (value ? [[name, value]] : [])))
  const text = String(query)
  history.replaceState(history.state, '', text ? `${LIST}?${text}` : LIST)
  $filter.set(Object.fromEntries(query))
}

export const $offers = createResource(gpuList, {
  $payload: computed([$filter, $isPhone], (filter, isPhone) => {
    const payload = payloadOf(filter)
    return { ...payload, ...partOf({ page: payload.page, size: SIZE }, isPhone) }
  }),
  everyMs: REFRESH_MS,
})

export async function notifyWhenFree({ id, isAwaited }: Pick<Offer, 'id' | 'isAwaited'>): Promise<void> {
  await call(notifyWhenGpuFree, { id, on: !isAwaited })
  await $offers.reload()
}

export const $keys = createResource(gpuKeys, { $payload: atom({}) })

export async function addKey(request: RequestOf<typeof addGpuKey>): Promise<string> {
  const { id } = await call(addGpuKey, request)
  await $keys.reload()
  return id
}

export async function removeKey(id: string): Promise<void> {
  try {
    await call(removeGpuKey, { id })
  } finally {
    await $keys.reload()
  }
}

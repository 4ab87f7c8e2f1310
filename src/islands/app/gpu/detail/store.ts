import { atom, computed } from 'nanostores'
import type { ReplyOf, RequestOf } from '#lib/contract/endpoint.ts'
import { gpuDetail, rentGpu } from '#lib/contract/gpu.ts'
import { fromUnits, toUnits } from '#lib/money/coins.ts'
import { hoursOf } from '#lib/rules/gpu.ts'
import { call } from '../../core/calls/call.ts'
import { createIdempotentRequest } from '../../core/calls/idempotent-request.ts'
import { createResource } from '../../core/calls/resource.ts'
import { $match } from '../../core/routing/match.ts'
import { $offers } from '../store.ts'

const REFRESH_MS = 15_000

export const $detail = createResource(gpuDetail, {
  $payload: computed($match, (match) => (match?.params.id ? { id: match.params.id } : undefined)),
  everyMs: REFRESH_MS,
})
export type Detail = ReplyOf<typeof gpuDetail>

/** The chosen keys; all keys until the user has chosen. */
export const $chosen = atom<readonly string[] | undefined>()

/** Price × hours, in USDT. */
export const costOf = (price: string, hours: number): string =>
  fromUnits(toUnits(price, 'USDT') * BigInt(hours), 'USDT')

/** Whole hours that a balance pays for. */
export const lastsFor = (balance: string, price: string): number =>
  hoursOf(toUnits(balance, 'USDT'), toUnits(price, 'USDT'))

type RentTerms = Omit<RequestOf<typeof rentGpu>, 'requestId'>

const once = createIdempotentRequest<unknown>('rental', { retentionMs: 600_000 })

/** Rents a machine. A second press while it is on its way, and one after a lost answer, are the same rental. */
export async function rent(terms: RentTerms): Promise<void> {
  await once(terms, (requestId) => call(rentGpu, { ...terms, requestId })).finally(() => {
    for (const store of [$detail, $offers]) void store.reload()
  })
}

import { atom, computed } from 'nanostores'
import { newRequestId } from '#lib/api/request-id.ts'
import type { ReplyOf, RequestOf } from '#lib/contract/endpoint.ts'
import { gpuDetail, rentGpu } from '#lib/contract/gpu.ts'
import { fromUnits, toUnits } from '#lib/money/coins.ts'
import { hoursOf } from '#lib/rules/gpu.ts'
import { $session } from '#lib/session/session.ts'
import { remember, remembered } from '#lib/session/storage.ts'
import { call } from '../../calls/call.ts'
import { createResource } from '../../calls/resource.ts'
import { $match } from '../../routing/match.ts'
import { $offers } from '../store.ts'

const REFRESH_MS = 15_000

export const $detail = createResource(gpuDetail, {
  $payload: computed($match, (match) => (match?.params.id ? { id: match.params.id } : undefined)),
  everyMs: REFRESH_MS,
})
export type Detail = ReplyOf<typeof gpuDetail>

/** The keys that are chosen; all of them unless somebody has chosen. */
export const $chosen = atom<readonly string[] | undefined>()

/** Price × hours, in USDT. */
export const costOf = (price: string, hours: number): string =>
  fromUnits(toUnits(price, 'USDT') * BigInt(hours), 'USDT')

/** Whole hours that a balance pays for. */
export const lastsFor = (balance: string, price: string): number =>
  hoursOf(toUnits(balance, 'USDT'), toUnits(price, 'USDT'))

type Asked = Omit<RequestOf<typeof rentGpu>, 'requestId'>

const KEPT_MS = 600_000
const place = (): string => `unanswered-rental:${$session.get()?.user?.id ?? ''}`

/** The id of what is asked: that of the last one that had no answer, where it said the same, in any tab. */
function requestIdFor(content: string): string {
  try {
    const sent = JSON.parse(remembered(place()) ?? 'null') as { content: string; requestId: string; at: number } | null
    if (sent?.content === content && Math.abs(Date.now() - sent.at) < KEPT_MS) return sent.requestId
  } catch {
    // What is no note of ours counts as none.
  }
  const requestId = newRequestId()
  remember(place(), JSON.stringify({ content, requestId, at: Date.now() }))
  return requestId
}

const sending = new Map<string, Promise<void>>()

/** Rents a machine. A second press while it is on its way, and one after a lost answer, are the same rental. */
export function rent(asked: Asked): Promise<void> {
  const content = JSON.stringify(asked)
  const known = sending.get(content)
  if (known) return known
  const done = call(rentGpu, { ...asked, requestId: requestIdFor(content) })
    .then(() => void remember(place(), ''))
    .finally(() => {
      sending.delete(content)
      for (const store of [$detail, $offers]) void store.reload()
    })
  sending.set(content, done)
  return done
}

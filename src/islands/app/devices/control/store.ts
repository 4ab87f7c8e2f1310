import { computed } from 'nanostores'
import { type WishedSettings, wishOfMachines, withdrawWish } from '#lib/contract/device-control.ts'
import { machineList } from '#lib/contract/device-list.ts'
import { localDateTime } from '#lib/time/format.ts'
import { call } from '../../core/calls/call.ts'
import { createResource } from '../../core/calls/resource.ts'
import { serviceSeconds } from '../../core/calls/service-clock.ts'
import { $filter, $search, thenReload } from '../store.ts'

export interface DeviceWish {
  settings?: WishedSettings
  /** Null resumes. */
  pauseUntil?: number | null
}

export const askDevices = (ids: readonly string[], wish: DeviceWish): Promise<void> =>
  thenReload(call(wishOfMachines, { ids: [...ids], ...wish }))

export const takeBack = (ids: readonly string[]): Promise<void> => thenReload(call(withdrawWish, { ids: [...ids] }))

const QUARTER_HOUR = 900
const MORNING = '08:00'

export const pauseSpans = ['minutes', 'hour', 'tomorrow'] as const
export type PauseSpan = (typeof pauseSpans)[number]

/** The end of a pause that begins now, in Unix seconds; tomorrow begins at 8:00 in the reader's zone. */
export function pauseEnd(span: PauseSpan): number {
  const now = serviceSeconds()
  if (span === 'minutes') return now + 600
  if (span === 'hour') return now + 3600
  const today = localDateTime(now).slice(0, 10)
  const isTomorrow = (at: number) => {
    const text = localDateTime(at)
    return text.slice(0, 10) > today && text.slice(11) >= MORNING
  }
  let at = Math.ceil(now / QUARTER_HOUR) * QUARTER_HOUR
  while (!isTomorrow(at)) at += QUARTER_HOUR
  return at
}

/** Devices that a reply of the list can hold, and a call can change. */
const MAX_DEVICES = 100

/** All devices of the list's filter, whatever page it shows. */
export const $choosable = createResource(machineList, {
  $payload: computed([$filter, $search], (status, search) => ({
    ...{ status, page: 1, pageSize: MAX_DEVICES },
    ...(search !== '' && { search }),
  })),
})

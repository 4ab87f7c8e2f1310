import { atom, computed } from 'nanostores'
import * as contract from '#lib/contract/points.ts'
import { utcDate, utcDayStart } from '#lib/time/format.ts'
import { createResource } from '../core/calls/resource.ts'
import { serviceSeconds } from '../core/calls/service-clock.ts'
import { createDayRange } from '../core/lists/day-range.ts'

const REFRESH_MS = 30_000

/** Points of the user, and derived stores. */
export const $points = createResource(contract.pointsOverview, { $payload: atom({}), everyMs: REFRESH_MS })

/** The running UTC day by the service's clock. */
const $today = computed($points, ({ data }) => utcDate(data?.serverTime ?? serviceSeconds()))

/** Changes whenever points are credited or taken back: dependent figures are loaded again then. */
export const $credited = computed($points, ({ data }) => data && JSON.stringify([data.total, data.sources]))

export const days = createDayRange($today)

export const $statistics = createResource(contract.pointStatistics, {
  $payload: computed([days.$range, days.$error], ({ from, to }, error) =>
    error ? undefined : { startTime: utcDayStart(from) ?? 0, endTime: utcDayStart(to) ?? 0 },
  ),
  $changes: $credited,
})

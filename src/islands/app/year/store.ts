import { atom, computed } from 'nanostores'
import { machineList } from '#lib/contract/device-list.ts'
import { machineYear } from '#lib/contract/device-year.ts'
import type { ReplyOf } from '#lib/contract/endpoint.ts'
import { unpackLevels } from '#lib/rules/year-levels.ts'
import { byClock, hoursOf, longestRun, monthsOf, placeHours, type YearChoice, yearAt } from '#lib/time/year.ts'
import { createResource } from '../core/calls/resource.ts'
import { serviceSeconds } from '../core/calls/service-clock.ts'
import { readerZone } from '../core/texts/reader-zone.ts'

/** Devices that can be chosen here; each one's own details lead to its year, too. */
const LISTED = 100

/** The stores of a visit to the screen, which begins with one device or with all. */
export function createYear(device: string | undefined) {
  const zone = readerZone()
  const $choice = atom<YearChoice>('last')
  const $device = atom(device)
  const $months = computed($choice, (choice) => monthsOf(choice, zone, serviceSeconds()))
  const $payload = computed([$months, $device], (months, id) => ({ ...hoursOf(months, zone), ...(id && { id }) }))
  return { zone, $choice, $device, $months, $hours: createResource(machineYear, { $payload }) }
}

export type YearStores = ReturnType<typeof createYear>

export const $listed = createResource(machineList, {
  $payload: atom({ page: 1, pageSize: LISTED, sort: 'name' as const }),
})

export type Drawn = ReturnType<typeof toYear>

/** A reply as months in the reader's time zone, with what is written beside them. */
export function toYear({ zone, $months }: YearStores, reply: ReplyOf<typeof machineYear>) {
  const levels = unpackLevels(reply.levels, reply.hours)
  const months = placeHours($months.get(), zone, { from: reply.from, levels })
  const clock = byClock(months.flatMap((one) => one.levels))
  const sum = (of: 'worked' | 'workedDays') => months.reduce((total, one) => total + one[of], 0)
  const since = Math.max(reply.from, reply.firstAt ?? reply.from)
  return {
    months,
    worked: sum('worked'),
    workedDays: sum('workedDays'),
    /** Hours of the range since the first one with work ever. */
    passed: reply.firstAt === null ? 0 : Math.max(0, reply.hours - Math.floor((since - reply.from) / 3600)),
    longest: longestRun(levels),
    busiest: clock.indexOf(Math.max(...clock)),
  }
}

/** The calendar years that have hours, the newest first. */
export function yearsOf(zone: string, { firstAt, serverTime }: ReplyOf<typeof machineYear>): number[] {
  const last = yearAt(zone, serverTime)
  const first = firstAt === null ? last : yearAt(zone, firstAt)
  return Array.from({ length: last - first + 1 }, (_, index) => last - index)
}

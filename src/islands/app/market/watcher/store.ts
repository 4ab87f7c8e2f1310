import { atom, computed } from 'nanostores'
import * as contract from '#lib/contract/watcher.ts'
import type { RunningStatus } from '#lib/rules/orders.ts'
import { utcDate } from '#lib/time/format.ts'
import { call } from '../../core/calls/call.ts'
import { createResource } from '../../core/calls/resource.ts'
import { serviceSeconds } from '../../core/calls/service-clock.ts'
import { $isPhone, pageSizeOf } from '../../core/lists/phone.ts'
import { saveCsv } from '../../core/lists/save-csv.ts'
import { $line } from '../line.ts'

const REFRESH_MS = 60_000
const DAY_SECONDS = 86_400
/** Days of the chart, the running one among them. */
const DAYS = 14
export const SIZE = 20

/** Choosing "preparing" sends ready too; all sends none (SPEC-4.23, SPEC-4.24). */
export const groups = {
  all: [],
  preparing: ['ready', 'preparing'],
  running: ['running'],
  ended: ['ended'],
} as const satisfies Record<string, readonly RunningStatus[]>
export type Group = keyof typeof groups

export const $filter = atom<{ page: number; group: Group }>({ page: 1, group: 'all' })

export const $watched = createResource(contract.watcher, {
  $payload: computed([$filter, $line, $isPhone], ({ page, group }, type, isPhone) => ({
    runningStatus: [...groups[group]],
    type,
    ...pageSizeOf({ page, size: SIZE }, isPhone),
  })),
  everyMs: REFRESH_MS,
})

export const $days = createResource(contract.watcherDays, {
  $payload: computed($line, (type) => {
    const today = serviceSeconds()
    return { type, startDate: utcDate(today - (DAYS - 1) * DAY_SECONDS), endDate: utcDate(today) }
  }),
})

export const $link = createResource(contract.watchLink, { $payload: atom({}) })
/** Address of a just created link: the service returns its secret only once. */
export const $made = atom<string | undefined>()

export async function makeLink(): Promise<void> {
  const { secret } = await call(contract.createWatchLink, {})
  $made.set(`${location.origin}/watch/${secret}`)
  await $link.reload()
}

export async function revokeLink(): Promise<void> {
  await call(contract.revokeWatchLink, {})
  $made.set(undefined)
  await $link.reload()
}

/** The days of the chart as a file. */
export async function saveDays(head: readonly string[]): Promise<void> {
  const coins = $days.get().data?.coins ?? []
  const rows = coins.flatMap(({ currencyCode, days }) =>
    days.map(({ date, amount, estimate, uptime }) => [
      date,
      currencyCode,
      amount === null ? '' : { number: amount },
      { number: estimate },
      { number: String(uptime) },
    ]),
  )
  saveCsv('idleforge-output', head, rows)
}

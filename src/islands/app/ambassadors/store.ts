import { atom, computed } from 'nanostores'
import * as contract from '#lib/contract/ambassadors.ts'
import { columnsOf } from '#lib/contract/keys.ts'
import { call } from '../core/calls/call.ts'
import { createResource } from '../core/calls/resource.ts'
import { dayBefore } from '../core/lists/day-range.ts'
import { createPage } from '../core/lists/page.ts'
import { $isPhone, partOf } from '../core/lists/phone.ts'
import { sortOf } from '../core/lists/table-sort.ts'
import { $settled, $today } from '../earnings/store.ts'

export const SIZE = 5
export const DAYS = 14

export const $info = createResource(contract.ambassadorInfo, { $payload: atom({}), $changes: $settled })

export const $devices = createResource(contract.ambassadorDevices, {
  $payload: computed($today, (today) => ({ startDate: dayBefore(today, DAYS - 1), endDate: today })),
  $changes: $settled,
})

export const sortedBy = columnsOf(contract.profitSorts)
const $sort = sortOf('profits', sortedBy)
export const { $page, goTo } = createPage($sort)

export const $profits = createResource(contract.ambassadorProfits, {
  $payload: computed([$page, $sort, $isPhone], (page, sort, isPhone) => ({
    ...sort,
    ...partOf({ page, size: SIZE }, isPhone),
  })),
  $changes: $settled,
})

export async function apply(contact: string): Promise<void> {
  await call(contract.applyAsAmbassador, { contact })
  await $info.reload()
}

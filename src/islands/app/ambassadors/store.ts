import { atom, computed } from 'nanostores'
import * as contract from '#lib/contract/ambassadors.ts'
import { columnsOf } from '#lib/contract/keys.ts'
import { call } from '../core/calls/call.ts'
import { createResource } from '../core/calls/resource.ts'
import { createList } from '../core/lists/create-list.ts'
import { dayBefore } from '../core/lists/day-range.ts'
import { $settled, $today } from '../earnings/store.ts'

export const SIZE = 5
export const DAYS = 14

export const $info = createResource(contract.ambassadorInfo, { $payload: atom({}), $changes: $settled })

export const $devices = createResource(contract.ambassadorDevices, {
  $payload: computed($today, (today) => ({ startDate: dayBefore(today, DAYS - 1), endDate: today })),
  $changes: $settled,
})

export const {
  $list: $profits,
  $page,
  goTo,
  sortedBy,
} = createList(contract.ambassadorProfits, {
  filter: {},
  size: SIZE,
  grows: false,
  payload: () => ({}),
  sorted: { name: 'profits', by: columnsOf(contract.profitSorts) },
  $changes: $settled,
})

export async function apply(contact: string): Promise<void> {
  await call(contract.applyAsAmbassador, { contact })
  await $info.reload()
}

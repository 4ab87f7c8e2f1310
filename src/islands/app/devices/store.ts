import { atom, computed, type WritableAtom } from 'nanostores'
import * as list from '#lib/contract/device-list.ts'
import * as contract from '#lib/contract/devices.ts'
import { call } from '../core/calls/call.ts'
import { createResource } from '../core/calls/resource.ts'
import { $isPhone, partOf } from '../core/lists/phone.ts'
import { $statistics, REFRESH_MS } from '../core/shell/statistics.ts'

export { $statistics }

/** Page sizes (SPEC-9.14); more than the 3 of a list that asks for none, because every screen has room for them. */
export const HOME_SIZE = 10
export const LIST_SIZE = { narrow: 8, wide: 20 }

export const $homeFilter = atom<list.DeviceFilter>('all')
export const $homeDevices = createResource(list.machineList, {
  $payload: computed($homeFilter, (status) => ({ page: 1, pageSize: HOME_SIZE, status })),
  everyMs: REFRESH_MS,
})

export const $filter = atom<list.DeviceFilter>('all')
export const $page = atom(1)
export const $search = atom('')
export const $sort = atom<list.DeviceSort>('newest')
export const $size = atom(LIST_SIZE.wide)

/** Another choice of devices begins at its first page. */
const choose =
  <Value>($choice: WritableAtom<Value>) =>
  (value: Value): void => {
    $page.set(1)
    $choice.set(value)
  }
export const chooseFilter = choose($filter)
export const chooseSearch = choose($search)
export const chooseSort = choose($sort)
export const chooseSize = choose($size)

export const $devices = createResource(list.machineList, {
  $payload: computed([$filter, $search, $sort, $page, $size], (status, search, sort, page, pageSize) => ({
    ...{ status, page, pageSize },
    ...(search !== '' && { search }),
    ...(sort !== 'newest' && { sort }),
  })),
  everyMs: REFRESH_MS,
})

/** Reloads everything that shows devices. Stores without listeners load when they get one. */
export async function reloadDevices(): Promise<void> {
  await Promise.all([$statistics.reload(), $homeDevices.reload(), $devices.reload()])
}

/** A device that has just bound: its row scrolls into view and is marked until another code is requested. */
export const $fresh = atom<string | undefined>()

export const LOG_SIZE = 20

/** The device whose log is shown, and its page. */
export const $logOf = atom<{ id: string; page: number } | undefined>()

export const $log = createResource(contract.machineLog, {
  $payload: computed(
    [$logOf, $isPhone],
    (of, isPhone) => of && { ...of, ...partOf({ page: of.page, size: LOG_SIZE }, isPhone) },
  ),
})

/** Without a response the outcome is unknown: the reloaded lists show it. */
export async function thenReload(done: Promise<unknown>): Promise<void> {
  await done.catch((error: unknown) => {
    void reloadDevices()
    throw error
  })
  await reloadDevices()
}

export const renameDevice = (id: string, name: string): Promise<void> =>
  thenReload(call(contract.renameMachine, { id, name }))

export const unbindDevice = (id: string): Promise<void> => thenReload(call(contract.unbindMachine, { id }))

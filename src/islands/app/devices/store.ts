import { atom, computed } from 'nanostores'
import * as contract from '#lib/contract/devices.ts'
import { call } from '../calls/call.ts'
import { createResource } from '../calls/resource.ts'
import { $statistics, REFRESH_MS } from '../shell/statistics.ts'

export { $statistics }

/** Page sizes of the specification, section 9. */
export const HOME_SIZE = 10
export const LIST_SIZE = 3

export const $homeDevices = createResource(contract.machineList, {
  $payload: atom({ page: 1, pageSize: HOME_SIZE, status: 'all' as const }),
  everyMs: REFRESH_MS,
})

export const $filter = atom<contract.DeviceFilter>('all')
export const $page = atom(1)

export function chooseFilter(filter: contract.DeviceFilter): void {
  $page.set(1)
  $filter.set(filter)
}

export const $devices = createResource(contract.machineList, {
  $payload: computed([$filter, $page], (status, page) => ({ status, page, pageSize: LIST_SIZE })),
  everyMs: REFRESH_MS,
})

/** Asks anew for everything that shows devices. Stores that nobody looks at ask when they are looked at. */
export async function reloadDevices(): Promise<void> {
  await Promise.all([$statistics.reload(), $homeDevices.reload(), $devices.reload()])
}

/** Whose log is shown, and which page of it. */
export const $logOf = atom<{ id: string; page: number } | undefined>()

export const $log = createResource(contract.machineLog, {
  $payload: computed($logOf, (of) => of && { ...of, size: 20 }),
})

/** Without an answer nobody knows whether it was done: the lists tell. */
async function thenReload(done: Promise<unknown>): Promise<void> {
  await done.catch((error: unknown) => {
    void reloadDevices()
    throw error
  })
  await reloadDevices()
}

export const renameDevice = (id: string, name: string): Promise<void> =>
  thenReload(call(contract.renameMachine, { id, name }))

export const unbindDevice = (id: string): Promise<void> => thenReload(call(contract.unbindMachine, { id }))
